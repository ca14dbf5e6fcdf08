// Mounts the REST table on Hono: merges parameters, query and body, calls the procedure, wraps its result, maps errors.
import { callTRPCProcedure } from '@trpc/server';
import type { Hono, Context as HonoContext } from 'hono';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { readJsonObject } from './body.ts';
import { errorResponse } from './error-response.ts';
import { honoPath } from './plain-routes.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';
import { collectHeaders, csvResponse, textResponse, toJson } from './responses.ts';
import { REST_ROWS } from './rest-routes.ts';
import type { Reader, RestRow } from './rest-row.ts';

/** @returns the names in a path's braces. */
export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

const READERS: Record<Reader, (text: string) => unknown> = {
  // Anything that isn't clearly a number or a flag stays text, so that the schema refuses it by name: '' is not 0.
  number: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

async function readInput(c: HonoContext<HttpEnv>, row: RestRow, names: string[]): Promise<Record<string, unknown>> {
  const params = Object.fromEntries(names.map((name) => [name, c.req.param(name)]));
  if (row.method === 'GET') {
    // A map, because `?constructor=` names no kind.
    const kinds = new Map(Object.entries(row.query ?? {}));
    const query = Object.entries(c.req.query()).map(([key, text]) => {
      const kind = kinds.get(key);
      return [key, kind ? READERS[kind](text) : text];
    });
    return { ...Object.fromEntries(query), ...params };
  }
  const body = await readJsonObject(c);
  // The URL says what to change; a body that repeats it could contradict it.
  if (row.method === 'PUT') {
    const fields = names.filter((name) => name in body).map((field) => ({ field, message: 'Set by the URL' }));
    if (fields.length > 0) throw new DomainError('validation', 'Please correct the following:', { fields });
  }
  return { ...body, ...params };
}

const wrapResult = (wrap: string | undefined, result: unknown): unknown =>
  wrap ? wrap.split('.').reduceRight((inner, key) => ({ [key]: inner }), result) : result;

function handle(deps: Deps, makeContext: MakeContext, row: RestRow) {
  const names = paramNames(row.path);
  const type = row.method === 'GET' ? 'query' : 'mutation';
  return async (c: HonoContext<HttpEnv>): Promise<Response> => {
    const collected = collectHeaders();
    try {
      const result = await callTRPCProcedure({
        router: appRouter,
        path: row.procedure,
        // Called once it is known that the caller may.
        getRawInput: () => readInput(c, row, names),
        ctx: makeContext(c, collected),
        type,
        signal: undefined,
        batchIndex: 0,
      });
      if (row.as === 'csv') return csvResponse(c, result as { fileName: string; csv: string }, collected.entries);
      const text = row.status === 204 ? undefined : await toJson(wrapResult(row.wrap, result));
      return textResponse(c, row.status, text, collected.entries);
    } catch (error) {
      return errorResponse(c, deps.log, error, collected.entries);
    }
  };
}

/** Static paths first, so that `/widgets/site/…` is not taken for a widget with the id 'site'. */
export function mountRest(app: Hono<HttpEnv>, deps: Deps, makeContext: MakeContext): void {
  const byKind = [...REST_ROWS].sort((a, b) => paramNames(a.path).length - paramNames(b.path).length);
  for (const row of byKind) {
    app.on(row.method, honoPath(row.path), handle(deps, makeContext, row));
  }
}
