// Converts between rows and values. A noun's columns follow from its schema: snake_case names, flags as 0 and 1, objects
// and arrays as JSON text that zod parses when reading. Dates are ISO text on both sides. Also runs queries for what they
// come to: values, a count, whether anything was found or changed.
import { DeleteResult, type Generated, type InsertResult, type SelectQueryBuilder, sql, UpdateResult } from 'kysely';
import type { z } from 'zod';
import { kindOf } from '#shared/contract/kind.ts';
import { makeTurns } from '../turns.ts';

declare const json: unique symbol;
/** A `T` as JSON text, which only this file writes and reads. */
export type Json<T> = string & { readonly [json]: T };
export type Flag = 0 | 1;

type SnakeCase<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
type Column<Value> = Value extends boolean
  ? Flag
  : Value extends string | number | null | undefined
    ? Value
    : Json<Value>;
/** The columns that hold a `T`. */
export type Columns<T> = { [Key in keyof T as SnakeCase<Key & string>]: Column<T[Key]> };
/** A table of `T`s; the database fills in the columns of `Defaulted` when they are not given. */
export type TableOf<T, Defaulted extends keyof T = never> = {
  [Key in keyof T as SnakeCase<Key & string>]: Key extends Defaulted ? Generated<Column<T[Key]>> : Column<T[Key]>;
};

/** Values that may be omitted; undefined counts as omitted. */
export type Given<T> = { [Key in keyof T]?: T[Key] | undefined };

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @returns `value` as branded JSON text. */
export const toJson = <T>(value: T): Json<T> => JSON.stringify(value) as Json<T>;

/** @throws when the stored text does not match `schema`: our bug, not the caller's. */
export const fromJson = <S extends z.ZodType>(schema: S, text: string): z.infer<S> => schema.parse(JSON.parse(text));

/** A query that is still to be run. */
type Query<Row> = { execute(): Promise<Row[]>; executeTakeFirst(): Promise<Row | undefined> };

const toFlag = (value: boolean): Flag => (value ? 1 : 0);
export const fromFlag = (value: number): boolean => value === 1;

/**
 * @param shape of a zod object; its keys name the columns, and its types decide how they are stored.
 * @returns functions that turn its values into rows and back.
 */
export function rowCodec<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  type Value = { [Key in keyof Shape]: z.infer<Shape[Key]> };
  const fields = Object.entries(shape).map(([key, schema]) => {
    const kind = kindOf(schema);
    return { key, column: snakeCase(key), schema, isFlag: kind === 'flag', isJson: kind === 'json' };
  });
  /** @throws when stored JSON does not match the schema. Columns outside the shape are left out. */
  const decode = (row: Columns<Value>): Value => {
    const cells = row as Record<string, unknown>;
    const value: Record<string, unknown> = {};
    for (const { key, column, schema, isFlag, isJson } of fields) {
      const cell = cells[column];
      if (cell === null) value[key] = null;
      else if (isFlag) value[key] = fromFlag(cell as Flag);
      else value[key] = isJson ? fromJson(schema, cell as string) : cell;
    }
    return value as Value;
  };
  return {
    columns: fields.map(({ column }) => column),
    decode,

    /** @returns what the query finds first, decoded; undefined when it finds nothing. */
    async first(query: Query<Columns<Value>>): Promise<Value | undefined> {
      const row = await query.executeTakeFirst();
      return row && decode(row);
    },

    /** @returns all that the query finds, decoded. */
    async all(query: Query<Columns<Value>>): Promise<Value[]> {
      return (await query.execute()).map(decode);
    },

    /** Decodes a long list, and lets others have their turn meanwhile. */
    async decodeAll(rows: readonly Columns<Value>[]): Promise<Value[]> {
      const values: Value[] = [];
      const turn = makeTurns();
      for (const row of rows) {
        values.push(decode(row));
        await turn();
      }
      return values;
    },

    /** @returns the columns of the given values. */
    encode<Some extends Given<Value>>(value: Some): Columns<Some> {
      const cells: Record<string, unknown> = {};
      for (const { key, column, isFlag, isJson } of fields) {
        const given = (value as Record<string, unknown>)[key];
        if (given === undefined) continue;
        if (given === null) cells[column] = null;
        else if (isFlag) cells[column] = toFlag(given as boolean);
        else cells[column] = isJson ? toJson(given) : given;
      }
      return cells as Columns<Some>;
    },
  };
}

/** A statement that writes, before it is run. */
type Change = { executeTakeFirst(): Promise<DeleteResult | InsertResult | UpdateResult> };

/** Runs the statement. @returns whether it inserted, updated or deleted a row. */
export async function hasChanged(statement: Change): Promise<boolean> {
  const result = await statement.executeTakeFirst();
  if (result instanceof UpdateResult) return result.numUpdatedRows > 0n;
  if (result instanceof DeleteResult) return result.numDeletedRows > 0n;
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns whether the query finds a row. */
export const isFound = async (query: Query<unknown>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** @returns the values of one column of all that the query finds. */
export const valuesOf = async <Name extends string, Value>(
  query: Pick<Query<Record<Name, Value>>, 'execute'>,
  name: Name,
): Promise<Value[]> => (await query.execute()).map((row) => row[name]);

/** @returns how many rows the query finds. */
export async function countRows<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const counted = query.clearSelect().select(sql`count(*)`.as('count'));
  return (await counted.$castTo<{ count: number }>().executeTakeFirstOrThrow()).count;
}
