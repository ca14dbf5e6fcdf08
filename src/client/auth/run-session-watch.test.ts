import { expect, test } from 'vitest';
import type { PageVisibility } from './browser.ts';
import { watchSession } from './run-session.ts';
import type { SignedInChange } from './session.ts';

/** A tab whose timers fire when the test says so, in the order they were set. */
function setUp() {
  const clock = { now: 1_700_000_000_000 };
  const seen = { rechecks: 0, changes: [] as SignedInChange[], pauses: [] as number[] };
  const ends: (() => void)[] = [];
  let say: (change: SignedInChange) => void = () => {};
  let see: (sight: PageVisibility) => void = () => {};
  watchSession({
    session: {
      changedElsewhere: (change) => void seen.changes.push(change),
      async recheck() {
        seen.rechecks += 1;
      },
    },
    otherTabs: {
      send: () => {},
      listen: (listener) => {
        say = listener;
      },
    },
    now: () => clock.now,
    wait: (ms) => {
      seen.pauses.push(ms);
      return new Promise((resolve) => ends.push(resolve));
    },
    onVisibility: (listener) => {
      see = listener;
    },
  });
  const endPauses = async () => {
    for (const end of ends.splice(0)) end();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { clock, seen, say: (change: SignedInChange) => say(change), see: (s: PageVisibility) => see(s), endPauses };
}

test('changes in other tabs take effect at once; the server is asked once, half a second after the last [spec 4.refresh.3 9.6]', async () => {
  const { seen, say, endPauses } = setUp();
  say(null);
  say({ userId: 'u2' });
  expect(seen.changes).toEqual([null, { userId: 'u2' }]);
  expect(seen).toMatchObject({ rechecks: 0, pauses: [500, 500] });
  await endPauses();
  expect(seen.rechecks).toBe(1);
  say(null);
  await endPauses();
  expect(seen.rechecks).toBe(2);
});

test('a tab asks again when it was hidden for more than a minute', async () => {
  const { clock, seen, see, endPauses } = setUp();
  see('hidden');
  clock.now += 60_000;
  see('shown');
  await endPauses();
  expect(seen.rechecks).toBe(0);
  see('hidden');
  clock.now += 60_001;
  see('shown');
  await endPauses();
  expect(seen.rechecks).toBe(1);
  see('shown');
  await endPauses();
  expect(seen.rechecks).toBe(1);
});

test('a page restored from the back-forward cache always asks again', async () => {
  const { seen, see, endPauses } = setUp();
  see('restored');
  await endPauses();
  expect(seen.rechecks).toBe(1);
});
