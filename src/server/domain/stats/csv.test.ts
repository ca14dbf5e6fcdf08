// Statistics as CSV: RFC 4180, and nothing that a spreadsheet would execute.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { type CountedShop, makeCountedShop } from '#tests/support/stats.ts';
import type { VerifiedActor } from '../access.ts';
import { deleteNotification } from '../notification/notification-sets.ts';
import { accountStatsCsv, siteStatsCsv, toCsv } from './csv.ts';

/** An RFC 4180 parser, independent of the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, field, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') field += text[++i];
      else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === ',') [row, field] = [[...row, field], ''];
    else if (char === '\r' && text[i + 1] === '\n') {
      rows.push([...row, field]);
      [row, field] = [[], ''];
      i++;
    } else field += char;
  }
  return rows;
}

describe('CSV', () => {
  it('quotes cells with a comma, a quote or a line break, and ends each line with CRLF', () => {
    expect(
      toCsv([
        ['a', 'b,c', 'd "e"', 'f\ng'],
        [1, null, 0.5, 'ü'],
      ]),
    ).toBe('a,"b,c","d ""e""","f\ng"\r\n1,,0.5,ü\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0", '=HYPERLINK("http://x","y")'])(
    'defuses %j',
    (text) => {
      expect(readCsv(toCsv([[text]]))).toEqual([[`'${text}`]]);
    },
  );

  it('quotes cells with a semicolon, where many spreadsheets would start another cell', () => {
    expect(toCsv([['/x;=1+1', 1]])).toBe('"/x;=1+1",1\r\n');
  });

  it('leaves numbers unchanged, including negative ones', () => {
    expect(toCsv([[-1, 0, 12.5]])).toBe('-1,0,12.5\r\n');
  });

  it('survives a round trip, whatever the texts are', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@"',\r\n\t ]*$/));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 3 })), (rows) => {
        const read = readCsv(toCsv(rows));
        // The marker is all that may be added, and where it isn't, nothing can be a formula.
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        for (const [i, text] of read.flat().entries()) {
          const given = rows.flat()[i] ?? '';
          if (text !== `'${given}`) expect(text).toBe(given);
          expect(text).not.toMatch(/^\s*[=+\-@]|^[\t\r]/);
        }
      }),
    );
  });
});

onBothDatabases('the file', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  let shop: CountedShop;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 'growth');
    shop = await makeCountedShop(app, owner, 'Europe/Lisbon', 'Oak & Iron');
  });
  afterEach(() => app.stop());

  const FIGURES = ['displays', 'clicks', 'dismissals', 'click_rate', 'click_rate_low', 'click_rate_high'];
  const fileOf = async (input: Omit<Parameters<typeof siteStatsCsv>[2], 'siteId'>) => {
    const { fileName, csv } = await siteStatsCsv(app.deps, owner, { siteId: shop.siteId, ...input });
    return { fileName, rows: readCsv(csv) };
  };

  it('by time has one line per day, even without counts, and is named after site, table and dates', async () => {
    await shop.count('2026-03-10T11:00:00Z', { displays: 10, clicks: 1, dismissals: 2 });
    const { fileName, rows } = await fileOf({ by: 'time', range: '7d' });
    expect(fileName).toBe('oak-and-iron-by-time-2026-03-04-to-2026-03-10.csv');
    expect(rows).toHaveLength(8);
    expect(rows[0]).toEqual(['date', ...FIGURES]);
    expect(rows[1]).toEqual(['2026-03-04', '0', '0', '0', '', '', '']);
    expect(rows[7]).toEqual(['2026-03-10', '10', '1', '2', '0.1', '0.017876', '0.40415']);
  });

  it('by time has one line per hour for 24 hours', async () => {
    const { rows } = await fileOf({ by: 'time', range: '24h' });
    expect([rows.length, rows[0]?.[0], rows[24]?.[0]]).toEqual([25, 'hour', '2026-03-10T12:00:00.000Z']);
  });

  it('by notification has id, name and type, the last two empty for deleted notifications', async () => {
    const notificationId = await shop.addNotification({ name: '=cmd, "x"' });
    await shop.count('2026-03-10T11:00:00Z', { displays: 1 }, { notificationId });
    const { rows } = await fileOf({ by: 'notification' });
    expect(rows[0]).toEqual(['notification_id', 'name', 'type', ...FIGURES]);
    expect(rows[1]?.slice(0, 4)).toEqual([notificationId, `'=cmd, "x"`, 'purchase', '1']);
    await deleteNotification(app.deps, owner, { widgetId: shop.widgetId, notificationId });
    expect((await fileOf({ by: 'notification' })).rows[1]?.slice(0, 4)).toEqual([notificationId, '', '', '1']);
  });

  it('by device and by page has the rows of the report', async () => {
    await shop.count('2026-03-10T11:00:00Z', { displays: 3 }, { device: 'tablet', page: '/a,b' });
    expect((await fileOf({ by: 'device' })).rows.map((row) => row.slice(0, 2))).toEqual([
      ['device', 'displays'],
      ['tablet', '3'],
    ]);
    expect((await fileOf({ by: 'page' })).rows.map((row) => row.slice(0, 2))).toEqual([
      ['page', 'displays'],
      ['/a,b', '3'],
    ]);
  });

  it('of all sites has one line per day or per site', async () => {
    await shop.count('2026-03-10T11:00:00Z', { displays: 3 });
    const byTime = await accountStatsCsv(app.deps, owner, { by: 'time', range: '7d' });
    expect(byTime.fileName).toBe('all-sites-by-time-2026-03-04-to-2026-03-10.csv');
    expect(readCsv(byTime.csv)[7]?.slice(0, 2)).toEqual(['2026-03-10', '3']);
    const bySite = await accountStatsCsv(app.deps, owner, { by: 'site' });
    expect(readCsv(bySite.csv).map((row) => row.slice(0, 4))).toEqual([
      ['site_id', 'name', 'slug', 'displays'],
      [shop.siteId, 'Oak & Iron', 'oak-and-iron', '3'],
    ]);
  });

  it('is for the owner only', async () => {
    const otherUser = await makeActor(app.deps, 'free', 'other@x.example');
    const input = { siteId: shop.siteId, by: 'time' } as const;
    await expect(siteStatsCsv(app.deps, otherUser, input)).rejects.toMatchObject({ code: 'not-found' });
  });
});
