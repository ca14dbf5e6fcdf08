import { expect, it } from 'vitest';
import type { SiteSetup } from '#shared/contract/installation.ts';
import { isSeenOf, isSetUp } from './site-installation.ts';

const AT = '2026-03-10T12:00:00.000Z';
const complete: SiteSetup = {
  createdAt: AT,
  seen: { host: 'shop.example', at: AT },
  firstNotificationAt: AT,
  firstDisplayAt: AT,
  firstClickAt: AT,
  firstEventAt: null,
  displayedNotification: null,
  isCelebrated: false,
};

it('asks on until the snippet was seen and a first notification was made, displayed and clicked', () => {
  expect(isSetUp(complete)).toBe(true);
  for (const step of ['seen', 'firstNotificationAt', 'firstDisplayAt', 'firstClickAt']) {
    expect([step, isSetUp({ ...complete, [step]: null })]).toEqual([step, false]);
  }
});

it('takes a snippet that was not seen for a day as gone, by the server’s clock', () => {
  const host = (lastSeenAt: string) => ({ host: 'shop.example', firstSeenAt: AT, lastSeenAt });
  expect(isSeenOf({ checkedAt: AT, hosts: [] })).toBe(false);
  expect(isSeenOf({ checkedAt: AT, hosts: [host('2026-03-09T12:00:00.001Z')] })).toBe(true);
  expect(isSeenOf({ checkedAt: AT, hosts: [host('2026-03-09T12:00:00.000Z')] })).toBe(false);
});
