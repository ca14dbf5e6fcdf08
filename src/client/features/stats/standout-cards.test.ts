import { getQueryKey } from '@trpc/react-query';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { trpc } from '#client/auth/trpc.ts';
import type { Site } from '#shared/contract/site.ts';
import { rendered, textOf } from '#tests/support/rendered.ts';
import { StandoutCards } from './standout-cards.tsx';

const site = { id: 's1', slug: 'oak-and-iron' } as Site;
const row = (notificationId: string, value: number, displays = 1_000) => ({
  notificationId,
  name: `Offer ${notificationId}`,
  type: null,
  isDeleted: false,
  displays,
  clicks: value * displays,
  dismissals: 0,
  clickRate: { value, low: value - 0.005, high: value + 0.005 },
});

/** @returns what stands there of a site with both notifications. */
const shown = (...rows: ReturnType<typeof row>[]) =>
  textOf(
    rendered(createElement(StandoutCards, { site, rows }), [
      [getQueryKey(trpc.widgets.bySite, { siteId: 's1' }, 'query'), { id: 'w1' }],
      [
        getQueryKey(trpc.notifications.list, { widgetId: 'w1' }, 'query'),
        ['a', 'b'].map((id) => ({ id, url: 'https://shop.example/' })),
      ],
    ]),
  );

test('the dashboard names the best and the weakest notification, each with its rate', () => {
  expect(shown(row('a', 0.02), row('b', 0.12))).toMatch(/Best Offer b 12.*1,000 displays Weakest Offer a 2/);
});

test('it says why none is named', () => {
  expect(shown(row('a', 0.02))).toContain('Not enough displays to compare yet.');
  expect(shown(row('a', 0.12), row('b', 0.121))).toContain('the rates of your 2 notifications');
});
