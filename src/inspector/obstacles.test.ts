import { expect, it } from 'vitest';
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import { embedded, iso, mobileOnly, NOW, notification, snapshotOf } from '#tests/support/snapshot.ts';
import { obstaclesOf } from './obstacles.ts';
import type { Snapshot } from './snapshot.ts';

it('finds each obstacle in turn', () => {
  const { situation } = snapshotOf({ rules: mobileOnly, queue: { perPage: 1, perVisit: 1 } });
  const all = {
    ...situation,
    behavior: {
      ...situation?.behavior,
      visibility: { ...DEFAULT_BEHAVIOR.visibility, showOnDesktop: false },
    },
    shownHere: ['a'],
    closedHere: ['a'],
    count: 1,
  } as NonNullable<Snapshot['situation']>;
  const given = embedded(notification('a', { endsAt: iso(NOW), rules: mobileOnly }));
  expect(obstaclesOf(given, all)).toEqual([
    'device',
    'page-cap',
    'visit-cap',
    'rules',
    'schedule',
    'dismissed',
    'shown',
    'own-rules',
  ]);
});
