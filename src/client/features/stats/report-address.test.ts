// A report in the address: what is written there is read again, and what nobody could tell is not asked for.
import { expect, test } from 'vitest';
import { createReportInput } from '#shared/contract/report.ts';
import { isSameView, readReportAddress, reportSearch, toFilter, type View, viewOf } from './report-address.ts';
import { viewName } from './report-words.ts';

const read = (search: string) => readReportAddress(new URLSearchParams(search));

const VIEWS: View[] = [
  { chosen: { range: '30d' }, narrowing: null },
  { chosen: { range: 'custom', from: '2026-03-01', to: '2026-03-07' }, narrowing: null },
  { chosen: { range: '7d' }, narrowing: { by: 'device', only: ['mobile', 'unknown'] } },
  { chosen: { range: '24h' }, narrowing: { by: 'type', only: ['purchase'] } },
  { chosen: { range: '90d' }, narrowing: { by: 'page', only: ['/a?b=c&d', '/☂', "/o'n"] } },
  { chosen: { range: '90d' }, narrowing: { by: 'notification', only: ['a', 'b'] } },
];

test.each(VIEWS)('%j is read as it was written, and the server takes it', (view) => {
  expect(read(reportSearch('r-1', view))).toEqual({ report: 'r-1', view });
  const filter = toFilter(view.narrowing);
  expect(createReportInput.safeParse({ siteId: 's', name: 'x', ...view.chosen, filter }).error).toBe(undefined);
  const { range, ...days } = view.chosen;
  const saved = viewOf({ from: null, to: null, ...days, range, filter });
  expect(isSameView(saved, view)).toBe(true);
});

test('without a range or filter the saved report decides', () => {
  expect(read('?report=r-1')).toEqual({ report: 'r-1', view: null });
  expect(read('')).toEqual({ report: null, view: null });
});

test('what nobody could tell is not asked for', () => {
  // Devices and pages have no hours.
  expect(read('?report=new&range=24h&by=page&only=/a').view?.chosen).toEqual({ range: '7d' });
  expect(read('?report=new&range=never&by=weather').view).toEqual({ chosen: { range: '30d' }, narrowing: null });
  expect(read('?report=new&by=device&only=&only=mobile&only=mobile').view?.narrowing?.only).toEqual(['mobile']);
  expect(toFilter({ by: 'device', only: ['fridge'] })).toBe(null);
  expect(toFilter({ by: 'type', only: [] })).toBe(null);
});

test('a change is one of range, kind or values, not of their order', () => {
  const view: View = { chosen: { range: '7d' }, narrowing: { by: 'page', only: ['/a', '/b'] } };
  expect(isSameView(view, { ...view, narrowing: { by: 'page', only: ['/b', '/a'] } })).toBe(true);
  expect(isSameView(view, { ...view, narrowing: null })).toBe(false);
  expect(isSameView(view, { ...view, chosen: { range: '30d' } })).toBe(false);
});

test('reads as a person would say it', () => {
  expect(viewName({ chosen: { range: '7d' }, narrowing: { by: 'device', only: ['mobile', 'tablet'] } })).toBe(
    'The last 7 days, Phone and Tablet only',
  );
  const chosen = { range: '30d' } as const;
  const of = (narrowing: View['narrowing']) => viewName({ chosen, narrowing }).split(', ')[1];
  expect(of({ by: 'notification', only: ['a', 'b'] })).toBe('2 notifications only');
  expect(of({ by: 'page', only: ['/a', '/b', '/c', '/d'] })).toBe('4 pages only');
  expect(of(null)).toBe('everything');
});
