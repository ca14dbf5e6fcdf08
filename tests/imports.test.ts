// CSV files over REST: what becomes of their rows, that the same file adds nothing twice, and that a file can be taken
// back. On both databases.
import { expect, it } from 'vitest';
import type { EventList } from '#shared/contract/event.ts';
import type { Import, ImportList } from '#shared/contract/import.ts';
import { describeShop } from '#tests/support/apps.ts';
import { notificationsOf } from '#tests/support/client.ts';
import { eachTest } from '#tests/support/stages.ts';
import { wordsOf } from '#tests/support/words.ts';
import { addCsvSource, fileOf, HEADER, importCsv, ROW } from './support/csv-files.ts';
import { soon } from './support/soon.ts';

describeShop('imports', {}, ({ app, owner, shop }) => {
  const source = eachTest(() => addCsvSource(owner, shop.site.id));

  const events = async () =>
    (await owner.get<EventList>(`/api/sites/${shop.site.id}/events?limit=100`)).body.events.filter(
      ({ sourceId }) => sourceId === source.id,
    );
  const notifications = async () =>
    (await notificationsOf(owner, shop.widget.id)).filter((one) => one.source === 'csv');
  /** Notifications follow within a second. */
  const at = () => `/api/sites/${shop.site.id}/sources/${source.id}/imports`;

  it('makes an event and a notification of a row, unsigned, and keeps its address only as a hash', async () => {
    const { status, body } = await importCsv(owner, source, `${HEADER}\n${ROW}\n`);
    expect(status).toBe(200);
    expect(body.import).toMatchObject({ state: 'done', rows: 1, accepted: 1, duplicates: 0, refused: 0, refusals: [] });
    await soon(events).toMatchObject([
      { id: 'o-1', source: 'csv', isSigned: false, state: 'shown', actor: { firstName: 'Ana' }, amount: 249 },
    ]);
    await soon(notifications).toMatchObject([{ type: 'purchase', message: expect.stringContaining('Oak Desk') }]);
    const rows = JSON.stringify(await app.deps.db.selectFrom('events').selectAll().execute());
    expect(rows).not.toContain('ana@shop.example');
    const forgotten = await owner.post(`/api/sites/${shop.site.id}/forget`, { email: 'Ana@shop.example' });
    expect(forgotten.body).toEqual({ retracted: 1 });
    await soon(notifications).toEqual([]);
  });

  it('takes the same file once, whatever the order of its rows, and rows without an id too', async () => {
    const lines = [ROW.replace('o-1', ''), ROW.replace('o-1', '').replace('Ana', 'Ben'), ROW];
    const first = await importCsv(owner, source, [HEADER, ...lines].join('\n'));
    expect(first.body.import).toMatchObject({ accepted: 3, duplicates: 0 });
    const second = await importCsv(owner, source, [HEADER, ...lines.toReversed()].join('\r\n'));
    expect(second.body.import).toMatchObject({ accepted: 0, duplicates: 3, refused: 0 });
    expect(await events()).toHaveLength(3);
  });

  it('reports refused rows, and what others are taken without, by line, field and reason, and not what was in them', async () => {
    const wrong = [
      ROW.replace('249.00', '1,299').replace('1,299', '"1,299"'),
      `${ROW.replace('o-1', 'o-2')},more`,
      ROW.replace('o-1', 'o-3').replace('2026-03-10T09:00:00Z', '10/03/2026'),
      ROW.replace('o-1', 'o-4').replace('2026-03-10', '2027-03-10'),
      ROW.replace('o-1', 'o-5').replace('ana@shop.example', 'anna-at-home').replace('Oak Desk', '"Oak\nDesk"'),
      ROW.replace('o-1', 'o-6'),
    ];
    const { body } = await importCsv(owner, source, [HEADER, ...wrong].join('\n'));
    expect(body.import).toMatchObject({ rows: 6, accepted: 3, refused: 3 });
    expect(body.import.refusals).toEqual([
      { line: 2, errors: [{ field: 'amount', message: 'Enter an amount' }], isImported: true },
      { line: 3, errors: [{ field: 'row', message: 'The row has more values than there are columns' }] },
      { line: 4, errors: [{ field: 'occurredAt', message: expect.stringMatching(/^Can be two days/) }] },
      { line: 5, errors: [{ field: 'occurredAt', message: 'Must not be in the future' }] },
      { line: 6, errors: [{ field: 'email', message: expect.any(String) }], isImported: true },
    ]);
    const { body: again } = await owner.get<{ import: Import }>(`${at()}/${body.import.id}`);
    expect(again.import).toEqual(body.import);
    expect(wordsOf(again)).not.toMatch(/anna-at-home|Oak|1,299/);
  });

  it('reports the first 1,000 refused rows, and counts all', async () => {
    const file = [HEADER, ...Array.from({ length: 1_205 }, () => ROW.replace('purchase', 'sale'))].join('\n');
    const { body } = await importCsv(owner, source, file);
    expect(body.import).toMatchObject({ rows: 1_205, accepted: 0, refused: 1_205 });
    expect(body.import.refusals).toHaveLength(1_000);
    expect(body.import.refusals.at(-1)?.line).toBe(1_001);
  });

  it('is listed, and undone with its events and notifications; the same file is new again then', async () => {
    const kept = await importCsv(owner, source, fileOf(3, 'kept'));
    app.clock.advance(1_000);
    const { body } = await importCsv(owner, source, fileOf(260));
    expect(body.import).toMatchObject({ rows: 260, accepted: 260 });
    const { refusals: _, ...summary } = body.import;
    const list = (await owner.get<ImportList>(at())).body;
    expect(list.imports.map(({ id }) => id)).toEqual([body.import.id, kept.body.import.id]);
    expect(list.imports[0]).toEqual(summary);
    expect((await owner.delete(`${at()}/${body.import.id}`)).status).toBe(204);
    expect((await owner.get<ImportList>(at())).body.total).toBe(1);
    expect((await events()).map(({ id }) => id).sort()).toEqual(['kept-0', 'kept-1', 'kept-2']);
    await soon(notifications).toHaveLength(3);
    expect((await owner.delete(`${at()}/${body.import.id}`)).status).toBe(404);
    expect((await importCsv(owner, source, fileOf(260))).body.import).toMatchObject({ accepted: 260, duplicates: 0 });
  });

  it('never shows what was forgotten before the file came', async () => {
    await owner.post(`/api/sites/${shop.site.id}/forget`, { email: 'ana@shop.example' });
    await importCsv(owner, source, `${HEADER}\n${ROW}`);
    const [event] = await events();
    expect(event).toMatchObject({ state: 'retracted', reason: 'forgotten' });
    // The order's number would lead to its person.
    expect(event?.id).not.toBe('o-1');
    await soon(notifications).toEqual([]);
  });

  it('two at once take each row once', async () => {
    const both = await Promise.all([importCsv(owner, source, fileOf(700)), importCsv(owner, source, fileOf(700))]);
    const sum = (key: 'accepted' | 'duplicates') => both.reduce((all, { body }) => all + body.import[key], 0);
    expect([sum('accepted'), sum('duplicates')]).toEqual([700, 700]);
  });
});
