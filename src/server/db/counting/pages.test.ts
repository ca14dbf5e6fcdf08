import { describe, expect, it } from 'vitest';
import { PAGES_PER_DAY } from '#shared/limits.ts';
import { admitPages, type StoredPage, sumPages } from './pages.ts';
import type { PageTally } from './rows.ts';

const DAY = { siteId: 's', day: '2026-03-10' };
const page = (name: string, all = 0, displays = 1): PageTally => ({
  ...DAY,
  page: name,
  displays,
  clicks: 0,
  dismissals: 0,
  reach: Math.min(all, 1),
  wholeReach: all,
});
const stored = (count: number, more: Partial<StoredPage> = {}): StoredPage[] =>
  Array.from({ length: count }, (_, n) => ({ page: `/stored/${n}`, reach: 1, displays: 1, ...more }));
const admit = (rows: PageTally[], days: StoredPage[]) => {
  const { added, removed } = admitPages(rows, () => days);
  return {
    added: added.map((row) => [row.page, row.displays, row.reach]),
    removed: removed.map((row) => row.page),
  };
};

describe('pages of a day', () => {
  it('all get rows while there is room, with all the reach that is known of them', () => {
    expect(admit([page('/a'), page('/b', 3), page('other', 0, 7)], stored(10))).toEqual({
      added: [
        ['/b', 1, 3],
        ['/a', 1, 0],
        ['other', 7, 0],
      ],
      removed: [],
    });
  });

  it('give the last room to those of most reach', () => {
    expect(admit([page('/a', 1), page('/b', 3), page('/c', 2)], stored(PAGES_PER_DAY - 1)).added).toEqual([
      ['/b', 1, 3],
      ['/c', 1, 2],
      ['other', 1, 0],
    ]);
  });

  it('give way only to a page of more reach, the least first', () => {
    const full = stored(PAGES_PER_DAY, { reach: 2 });
    full[5] = { page: '/five', reach: 1, displays: 900 };
    full[7] = { page: '/seven', reach: 1, displays: 800 };
    expect(admit([page('/a', 2), page('/b', 2), page('/c', 2), page('/d', 1)], full)).toEqual({
      added: [
        ['/a', 1, 2],
        ['/b', 1, 2],
        ['other', 2, 0],
      ],
      removed: ['/seven', '/five'],
    });
  });

  it('stay in a full day when a new page has no more reach than they', () => {
    expect(admit([page('/a', 1), page('/b', 0, 1_000)], stored(PAGES_PER_DAY))).toEqual({
      added: [['other', 1_001, 0]],
      removed: [],
    });
  });

  it('are chosen for each site and day', () => {
    const full = { ...page('/x'), day: '2026-03-11' };
    const list = (_siteId: string, day: string) => (day === full.day ? stored(PAGES_PER_DAY) : []);
    const { added } = admitPages([page('/x'), full], list);
    expect(added.map((row) => [row.day, row.page])).toEqual([
      [DAY.day, '/x'],
      [full.day, 'other'],
    ]);
  });

  it('are summed into one row each', () => {
    const row = { ...DAY, page: '/a', displays: 1, clicks: 1, dismissals: 0, reach: 2 };
    expect(sumPages([row, { ...row, reach: 3 }])).toEqual([{ ...row, displays: 2, clicks: 2, reach: 5 }]);
  });
});
