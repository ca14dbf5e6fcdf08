// When the weekly email arrives, in words: nothing is promised that this server can't send.
import { expect, it } from 'vitest';
import { describeWeekly } from './weekly-email.ts';

const ON = { isOn: true, nextAt: '2026-03-16T08:00:00.000Z', lastSentAt: null };

it('says when the next one arrives, where emails are sent', () => {
  expect(describeWeekly(ON, 'Europe/Lisbon', 'smtp')).toBe('Next: Mon, Mar 16, 8:00 AM, Lisbon time');
});

it("promises none where the server can't send any", () => {
  expect(describeWeekly(ON, 'Europe/Lisbon', 'outbox')).toBe('On');
  expect(describeWeekly({ ...ON, isOn: false, nextAt: null }, 'Europe/Lisbon', 'outbox')).toBe('Off');
});

it('says when the last one was sent once it is off', () => {
  const off = { isOn: false, nextAt: null, lastSentAt: '2026-03-09T08:00:00.000Z' };
  expect(describeWeekly(off, 'Europe/Lisbon', 'smtp')).toBe(
    'Off. The last one was sent Mon, Mar 9, 8:00 AM, Lisbon time',
  );
});
