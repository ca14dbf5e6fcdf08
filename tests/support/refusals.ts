// What a refusal of bad input must look like, and that it leaves no trace.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { ownersRows } from './rows.ts';

/** @returns the names of the fields that an error body complains about, sorted. */
export const fieldsOf = (body: { errors?: { field: string }[] }) =>
  (body.errors ?? []).map(({ field }) => field).sort();

/** Expects each body to get a 400 that names exactly its fields, and every row to stay as it is. */
export async function expectAllRefused(
  app: TestApp,
  client: Client,
  method: string,
  path: string,
  cases: readonly [body: unknown, fields: readonly string[]][],
): Promise<void> {
  const before = await ownersRows(app.deps.db);
  for (const [body, fields] of cases) {
    const response = await client.call(method, path, body);
    const label = `${method} ${path} ${JSON.stringify(body)?.slice(0, 120)}`;
    expect([label, response.status, fieldsOf(response.body)]).toEqual([label, 400, [...fields].sort()]);
    expect(response.body).toMatchObject({ code: 'validation', requestId: response.headers.get('x-request-id') });
  }
  expect(await ownersRows(app.deps.db)).toEqual(before);
}
