import { expect, it } from 'vitest';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import { embedded, iso, mobileOnly, NOW, notice, sightOf } from '#tests/support/sight.ts';
import { obstaclesOf } from './obstacles.ts';
import type { Sight } from './sight.ts';

it('finds every obstacle one after the other, for each kind there is', () => {
  const { situation } = sightOf({ rules: mobileOnly, queue: { perPage: 1, perVisit: 1 } });
  const all = {
    ...situation,
    behavior: {
      ...situation?.behavior,
      visibility: { ...DEFAULT_BEHAVIOR.visibility, showOnDesktop: false },
    },
    shownHere: ['a'],
    closedHere: ['a'],
    count: 1,
  } as NonNullable<Sight['situation']>;
  const given = embedded(notice('a', { endsAt: iso(NOW), rules: mobileOnly }));
  expect(obstaclesOf(given, all)).toEqual([
    'device',
    'page-cap',
    'visit-cap',
    'rules',
    'schedule',
    'dismissed',
    'shown',
    'notice-rules',
  ]);
});
