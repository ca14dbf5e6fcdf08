// Attack: deliver at volume what is good beside what is hostile, to several shops at once: unsigned, late, forged, endless and
// dear. What was signed is stored, each once, and what wasn't is not.
import { expect, it } from 'vitest';
import { idOf, numbersOf } from '#server/db/id-numbers.ts';
import type { NewSource } from '#shared/contract/source.ts';
import { HOOK_BODY_MAX_BYTES } from '#shared/limits.ts';
import { SECOND } from '#shared/time.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { makeOwner, makeShop } from '#tests/support/client.ts';
import { freshSqlite } from '#tests/support/databases.ts';
import { hmac } from '#tests/support/deliveries.ts';
import { eachTest } from '#tests/support/stages.ts';

const SOURCES = 4;
const DELIVERIES = 60;

const app = eachTest(async () => makeTestApp(await freshSqlite()));

it('stores each of many signed deliveries once, whatever comes beside them', async () => {
  const at = String(Math.floor(app.clock.now() / SECOND));
  const late = String(Number(at) - 600);
  const sources: NewSource[] = [];
  for (let n = 0; n < SOURCES; n++) sources.push((await makeShop(await makeOwner(app, `o${n}@shop.example`))).source);
  const post = async ({ id }: NewSource, body: string, headers: Record<string, string> = {}) =>
    (await app.fetch(`/api/hooks/${id}`, { method: 'POST', headers, body })).status;
  const sign = (secret: string | null, body: string, time = at) => ({
    'webhook-id': 'm',
    'webhook-timestamp': time,
    'webhook-signature': `v1,${hmac(Buffer.from((secret ?? '').slice('whsec_'.length), 'base64'), `m.${time}.${body}`, 'base64')}`,
  });
  const event = (id: string) =>
    JSON.stringify({ id, kind: 'purchase', occurredAt: new Date(app.clock.now()).toISOString() });

  const good: Promise<number>[] = [];
  const hostile: Promise<number>[] = [];
  for (let n = 0; n < DELIVERIES; n++)
    for (const [index, source] of sources.entries()) {
      const other = sources[(index + 1) % SOURCES] ?? source;
      const body = event(`order-${n}`).padEnd(n % 20 === 0 ? 100_000 : 0);
      // A third comes twice, and each shop has the same ids.
      for (let time = 0; time < (n % 3 === 0 ? 2 : 1); time++) good.push(post(source, body, sign(source.secret, body)));
      const made = event(`made-up-${n}`);
      const kinds = [
        () => post(source, made),
        () => post(source, made, sign(other.secret, made)),
        () => post(source, made, sign(source.secret, made, late)),
        () => post(source, `${made} `, sign(source.secret, made)),
        () => post(source, made.padEnd(200_000), sign(other.secret, made)),
        () => post(source, made.padEnd(HOOK_BODY_MAX_BYTES + 1)),
      ];
      const kind = kinds[n % kinds.length];
      if (kind) hostile.push(kind());
    }
  expect(new Set(await Promise.all(good))).toEqual(new Set([200]));
  for (const status of await Promise.all(hostile)) expect([401, 413, 429]).toContain(status);
  const ids = sources.map(({ id }) => id);
  const found = app.deps.db
    .selectFrom('events')
    .select([idOf('source_number').as('source_id'), 'event_id'])
    .where('source_number', 'in', numbersOf(ids));
  const rows = await found.execute();
  const wanted = ids.flatMap((id) => Array.from({ length: DELIVERIES }, (_, n) => `${id} order-${n}`));
  expect(rows.map((row) => `${row.source_id} ${row.event_id}`).sort()).toEqual(wanted.sort());
});
