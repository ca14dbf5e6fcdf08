// GET /api/health: what monitors and load balancers ask.
import type { Deps } from '../deps.ts';
import { isDatabaseUp } from '../domain/health.ts';

/** @returns 200 with status 'ok', or 503 with 'degraded' when the database does not answer within two seconds. */
export async function health(deps: Deps): Promise<Response> {
  const isOk = await isDatabaseUp(deps);
  const body = {
    status: isOk ? 'ok' : 'degraded',
    version: deps.config.version,
    database: isOk ? 'ok' : 'unavailable',
  };
  return Response.json(body, { status: isOk ? 200 : 503, headers: { 'cache-control': 'no-store' } });
}
