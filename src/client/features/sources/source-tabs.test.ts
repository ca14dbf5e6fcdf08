import { expect, test } from 'vitest';
import type { Source } from '#shared/contract/source.ts';
import { firstTabOf, tabsOf } from './source-tabs.ts';

const source = (more: object): Source =>
  ({
    kind: 'woocommerce',
    status: 'waiting',
    connection: null,
    lastProblem: null,
    hookUrl: 'https://x',
    ...more,
  }) as Source;
const first = (more: object) => firstTabOf(source(more));

test('what isn’t set up yet, or no longer works, opens with its set-up; what works with what shows; what couldn’t be read with its deliveries', () => {
  const connection = (state: string) => ({ connection: { state } });
  expect(first({ status: 'needs-secret' })).toBe('set-up');
  expect(first({})).toBe('set-up');
  expect(first(connection('waiting'))).toBe('set-up');
  expect(first({ ...connection('reading'), status: 'working' })).toBe('set-up');
  expect(first({ ...connection('failed'), status: 'working' })).toBe('set-up');
  expect(first({ status: 'refused', lastProblem: {} })).toBe('set-up');
  expect(first({ status: 'off' })).toBe('set-up');
  expect(first({ status: 'working' })).toBe('shows');
  // Before its first new order.
  expect(first(connection('connected'))).toBe('shows');
  expect(first({ status: 'working', lastProblem: {} })).toBe('deliveries');
  expect(first({ kind: 'csv', status: 'working' })).toBe('set-up');
});

test('only a source with an address of its own has deliveries', () => {
  expect(tabsOf(source({}))).toEqual(['set-up', 'shows', 'deliveries']);
  expect(tabsOf(source({ hookUrl: null }))).toEqual(['set-up', 'shows']);
});
