// GET /api/health: whether this process can do its work, which it cannot without the database.
import { type Kysely, sql } from 'kysely';
import type { Deps } from '../deps.ts';

const PATIENCE = 2_000;

/** @returns 200 with status 'ok', or 503 with 'degraded' when the database does not answer within two seconds. */
export async function health(deps: Deps): Promise<Response> {
  const isOk = await answers(deps.db);
  const body = {
    status: isOk ? 'ok' : 'degraded',
    version: deps.config.version,
    database: isOk ? 'ok' : 'unavailable',
  };
  return Response.json(body, { status: isOk ? 200 : 503, headers: { 'cache-control': 'no-store' } });
}

async function answers(db: Kysely<never> | Deps['db']): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE);
  });
  const query = sql`select 1`
    .execute(db)
    .then(() => true)
    .catch(() => false);
  return Promise.race([query, timeout]).finally(() => clearTimeout(timer));
}
