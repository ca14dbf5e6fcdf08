// Queries of hot paths, built once: that takes longer than most of them take to run. Each use only has its own values.
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Db } from './open.ts';

const gap: unique symbol = Symbol('gap');
/** Stands for the value of that name while a query is built. */
type Gap = { [gap]: string };
const isGap = (value: unknown): value is Gap => typeof value === 'object' && value !== null && gap in value;

/**
 * @param build makes the query of values that stand for each use's own. Called once for each kind of database.
 * @returns a function that runs it with some values: the same ones by name each time.
 */
export function buildOnce<Values extends object, Row = unknown>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const built = new Map<boolean, CompiledQuery<Row>>();
  return (db, values) => {
    const kind = isPostgres(db);
    const gaps = () =>
      Object.fromEntries(Object.keys(values).map((name) => [name, { [gap]: name } satisfies Gap])) as Values;
    const query = built.get(kind) ?? build(db, gaps()).compile();
    built.set(kind, query);
    const parameters = query.parameters.map((one) => (isGap(one) ? values[one[gap] as keyof Values] : one));
    return db.executeQuery({ ...query, parameters });
  };
}
