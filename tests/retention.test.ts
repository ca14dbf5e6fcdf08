// What is deleted by itself, each minute, once a source keeps it no longer. On both databases.
import { beforeEach, expect, it } from 'vitest';
import { idOf } from '#server/db/id-numbers.ts';
import { makeProjector } from '#server/domain/events/projector.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { describeShop } from './support/apps.ts';
import { addSource, notificationsOf } from './support/client.ts';
import { fileOf, importCsv } from './support/csv-files.ts';
import { watchQueries } from './support/queries.ts';

describeShop('each minute', { plan: 'growth' }, ({ app, owner, shop }) => {
  /** By name: a source that keeps events for so many days. */
  const KEEPING = { briefly: 2, longer: 3 };
  let statements: number;
  let minute: () => Promise<void>;

  beforeEach(async () => {
    for (const [name, retentionDays] of Object.entries(KEEPING)) {
      const source = await addSource(owner, shop.site.id, { kind: 'csv', name, retentionDays });
      expect((await importCsv(owner, source, fileOf(2, name))).body.import.accepted).toBe(2);
    }
    statements = 0;
    const db = watchQueries(app.deps.db, () => {
      statements++;
      return undefined;
    });
    // Sites are looked at once, so that all that is counted is what is looked for each minute.
    const config = { ...app.deps.config, tick: HOUR };
    const projector = makeProjector({ ...app.deps, config, db });
    minute = () => projector.eachMinute(new AbortController().signal);
    await minute();
  });

  const kept = async (table: 'events' | 'imports') => {
    const { db } = app.deps;
    const sources = db.selectFrom('sources').select(['sources.id', 'name']);
    const of =
      table === 'events'
        ? db.selectFrom('events').select(idOf('source_number').as('source_id'))
        : db.selectFrom('imports').select('source_id');
    const ids = new Set((await of.execute()).map((row) => row.source_id));
    const rows = (await sources.execute()).filter(({ id }) => ids.has(id));
    return [...new Set(rows.map(({ name }) => name))].filter((name) => name in KEEPING).sort();
  };
  const shown = async () =>
    (await notificationsOf(owner, shop.widget.id)).filter(({ source }) => source === 'csv').length;

  it('nothing is deleted before its time, and then what came that long ago to that source', async () => {
    expect(await shown()).toBe(4);
    app.clock.advance(2 * DAY - 1);
    await minute();
    expect([await kept('events'), await kept('imports')]).toEqual([
      ['briefly', 'longer'],
      ['briefly', 'longer'],
    ]);
    app.clock.advance(1);
    await minute();
    expect([await kept('events'), await kept('imports')]).toEqual([['longer'], ['longer']]);
    app.clock.advance(DAY);
    await minute();
    expect([await kept('events'), await kept('imports')]).toEqual([[], []]);
  });

  it('as many statements are made for many sources as for few, where nothing is due', async () => {
    statements = 0;
    await minute();
    const few = statements;
    const { db } = app.deps;
    const like = await db.selectFrom('sources').selectAll().where('name', '=', 'longer').executeTakeFirstOrThrow();
    const more = Array.from({ length: 30 }, (_, n) => ({ ...like, id: `more-${n}` }));
    await db.insertInto('sources').values(more).execute();
    statements = 0;
    await minute();
    expect(statements).toBe(few);
  });
});
