import { expect, test } from 'vitest';
import { standoutsOf } from './standouts.ts';

/** @returns a row with these counts and the 95% Wilson interval of its rate. */
function row(notificationId: string, clicks: number, displays: number, isDeleted = false) {
  const z = 1.959964;
  const value = clicks / displays;
  const middle = (value + z ** 2 / (2 * displays)) / (1 + z ** 2 / displays);
  const half =
    (z / (1 + z ** 2 / displays)) * Math.sqrt((value * (1 - value)) / displays + z ** 2 / (4 * displays ** 2));
  const clickRate = { value, low: middle - half, high: middle + half };
  return { notificationId, name: notificationId, type: null, isDeleted, displays, clicks, dismissals: 0, clickRate };
}

const all = () => true;

test('the best and the weakest are named when their intervals lie apart', () => {
  const rows = [row('middle', 60, 1_000), row('best', 120, 1_000), row('weak', 20, 1_000)];
  expect(standoutsOf(rows, all)).toMatchObject({
    kind: 'apart',
    best: { notificationId: 'best' },
    weakest: { notificationId: 'weak' },
  });
});

test('what chance may explain is not called better', () => {
  expect(standoutsOf([row('a', 62, 1_000), row('b', 58, 1_000)], all)).toEqual({ kind: 'alike', count: 2 });
});

test('too few displays, deleted notifications and those without a link tell nothing', () => {
  const [best, weak] = [row('best', 120, 1_000), row('weak', 20, 1_000)];
  expect(standoutsOf([], all)).toEqual({ kind: 'too-few' });
  expect(standoutsOf([best], all)).toEqual({ kind: 'too-few' });
  expect(standoutsOf([best, row('new', 0, 12)], all)).toEqual({ kind: 'too-few' });
  expect(standoutsOf([best, { ...weak, isDeleted: true }], all)).toEqual({ kind: 'too-few' });
  expect(standoutsOf([best, weak], (id) => id === 'best')).toEqual({ kind: 'too-few' });
  expect(standoutsOf([{ ...best, clickRate: null, displays: 0, clicks: 0 }, weak], all)).toEqual({ kind: 'too-few' });
});
