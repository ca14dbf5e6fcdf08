// The list of a site's events: what is found in it, and that it says of each what visitors get. On both databases.
import { expect, it } from 'vitest';
import { project } from '#server/domain/events/projector.ts';
import type { Source } from '#shared/contract/source.ts';
import { HOUR } from '#shared/time.ts';
import { describeApp } from './support/apps.ts';
import { makeEventShop } from './support/event-shop.ts';
import { soon } from './support/soon.ts';
import { eachTest } from './support/stages.ts';

describeApp('the list of events', { postgres: 'long' }, ({ app }) => {
  const own = eachTest(() => makeEventShop(app));

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  const setUp = async (changes: object) => {
    const { sources } = (await own.owner.get<{ sources: Source[] }>(`${own.site}/sources`)).body;
    const source = sources.find(({ kind }) => kind === 'api');
    expect((await own.owner.put(`${own.site}/sources/${source?.id}`, changes)).status).toBe(200);
  };

  it('finds the products that show also behind many that do not', async () => {
    await own.send(own.purchase('wanted', { subject: { name: 'Ash Chair' }, occurredAt: ago(3 * HOUR) }));
    for (let from = 0; from < 1_200; from += 100) {
      await own.send(
        ...Array.from({ length: 100 }, (_, n) =>
          own.purchase(`desk-${from + n}`, { occurredAt: ago(HOUR + from + n) }),
        ),
      );
    }
    await setUp({ rules: { products: { include: ['CHAIR'] } } });
    await soon(async () => (await own.listed('?state=shown')).events.map(({ id }) => id)).toEqual(['wanted']);
  });

  it('finds the same on both databases: in any letter case, a single character, and what is a sign elsewhere', async () => {
    const place = { firstName: 'Zoë', lastName: "O'Neil", city: 'Łódź', country: 'PL', email: 'zoe@example.com' };
    await own.send(
      own.purchase('1', { subject: { name: 'ÉTAGÈRE en chêne' } }),
      own.purchase('2', { subject: { name: 'Ночной столик' } }),
      own.purchase('3', { subject: { name: '100% Leinen_Decke' } }),
      own.purchase('4', { subject: { name: 'Tisch "Straße" \\ 木' }, actor: place }),
    );
    const cases: [search: string, ids: string][] = [
      ['étagère', '1'],
      ['ÉTAGÈRE', '1'],
      ['CHÊNE', '1'],
      ['ночной', '2'],
      ['Столик', '2'],
      ['0% leinen_', '3'],
      ['n_d', '3'],
      ['_%', ''],
      // One or two characters, also such as the list of words has none of.
      ['木', '4'],
      ['%', '3'],
      ['_', '3'],
      ['\\', '4'],
      ['"', '4'],
      ['ł', '4'],
      ['pl', '4'],
      ['an', '123order-1'],
      ['a', '1234order-1'],
      ['zz', ''],
      // Of several columns.
      ["zoë o'neil łódź", '4'],
      ['2 ana', '2'],
      ['straße', '4'],
      ['e" \\', '4'],
      ['or 1=1', ''],
      ['*', ''],
    ];
    const found = async (search: string) => {
      const { events, total } = await own.listed(`?search=${encodeURIComponent(search)}`);
      expect(total).toBe(events.length);
      return events
        .map(({ id }) => id)
        .sort()
        .join('');
    };
    for (const [search, ids] of cases) expect([search, await found(search)]).toEqual([search, ids]);
  });

  it('says that one is over as soon as visitors are no longer shown it', async () => {
    await setUp({ rules: { maxAge: 25 * 3_600 } });
    // Told after a day as at 11:00, and shown for 25 hours and five minutes from then; itself it gets too old at 12:50.
    await own.send(own.purchase('1', { occurredAt: '2026-03-10T11:50:00.000Z' }));
    await soon(own.notifications).toHaveLength(1);
    app.clock.advance(Date.parse('2026-03-11T12:06:00.000Z') - app.clock.now());
    await project(app.deps, own.shop.site.id);
    expect(await own.notifications()).toHaveLength(1);
    expect((await own.payload()).notifications).toEqual([]);
    expect((await own.listed('?search=%231')).events).toMatchObject([
      { id: '1', state: 'not-shown', reason: 'Too old to show' },
    ]);
    expect((await own.listed('?state=shown')).total).toBe(0);
    expect((await own.listed('?state=not-shown&search=%231')).total).toBe(1);
  });
});
