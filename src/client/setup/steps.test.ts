import { expect, test } from 'vitest';
import type { SiteSetup } from '#shared/contract/installation.ts';
import { nextStepOf, publicUrlOf, stepsOf } from './steps.ts';

const SITE = { name: 'Oak & Iron', slug: 'oak-and-iron' };
const NEW: SiteSetup = {
  createdAt: '2026-03-10T12:00:00.000Z',
  seen: null,
  firstNotificationAt: null,
  firstDisplayAt: null,
  firstClickAt: null,
  firstEventAt: null,
  displayedNotification: null,
  isCelebrated: false,
};
const SEEN: SiteSetup = { ...NEW, seen: { host: 'oak.example', at: '2026-03-10T12:03:00.000Z' } };
const CREATED: SiteSetup = { ...SEEN, firstNotificationAt: '2026-03-10T12:04:00.000Z' };
const DISPLAYED: SiteSetup = {
  ...CREATED,
  firstDisplayAt: '2026-03-10T12:05:00.000Z',
  displayedNotification: { id: 'n1', message: 'Ana bought the Oak Desk', url: 'https://oak.example/desk' },
};
const done = (setup: SiteSetup) => stepsOf(SITE, setup).flatMap(({ key, isDone }) => (isDone ? [key] : []));
const stepOf = (setup: SiteSetup, wanted: string) => stepsOf(SITE, setup).find(({ key }) => key === wanted);

test('each step is done when it has really happened, with its time and what was seen', () => {
  expect(done(NEW)).toEqual(['site']);
  expect(done(SEEN)).toEqual(['site', 'snippet']);
  expect(done({ ...NEW, firstNotificationAt: CREATED.firstNotificationAt })).toEqual(['site', 'notification']);
  expect(done(DISPLAYED)).toEqual(['site', 'snippet', 'notification', 'display']);
  expect(done({ ...DISPLAYED, firstClickAt: '2026-03-10T12:06:00.000Z' })).toHaveLength(5);
  expect(stepOf(DISPLAYED, 'snippet')).toMatchObject({ note: 'Seen live on oak.example', at: SEEN.seen?.at });
  expect(stepOf(DISPLAYED, 'display')).toMatchObject({
    note: '“Ana bought the Oak Desk”',
    at: DISPLAYED.firstDisplayAt,
  });
});

test('a source is a step that nothing waits for, and that ticks with the first event', () => {
  expect(stepOf(SEEN, 'source')).toMatchObject({
    isDone: false,
    isOptional: true,
    next: { href: '/oak-and-iron/sources' },
  });
  const connected = { ...NEW, firstEventAt: '2026-03-10T12:04:00.000Z' };
  expect(stepOf(connected, 'source')).toMatchObject({ isDone: true, at: connected.firstEventAt });
  expect(nextStepOf(stepsOf(SITE, CREATED))?.key).toBe('display');
});

test('what was counted by earlier versions shows that the snippet is there', () => {
  const [, snippet] = stepsOf(SITE, { ...DISPLAYED, seen: null });
  expect(snippet).toMatchObject({ isDone: true, at: null, note: 'A visitor has seen a notification' });
});

test('each unfinished step says what to press next', () => {
  const nextOf = (setup: SiteSetup) => nextStepOf(stepsOf(SITE, setup))?.next;
  expect(nextOf(NEW)).toEqual({ label: 'Get the snippet', href: '/oak-and-iron/site-setup', isOutside: false });
  expect(nextOf(SEEN)).toMatchObject({ label: 'Create it', href: '/oak-and-iron/notifications?new=1' });
  expect(nextOf(CREATED)).toEqual({ label: 'Open oak.example', href: 'https://oak.example/', isOutside: true });
  expect(nextOf({ ...CREATED, seen: { host: '127.0.0.1', at: NEW.createdAt } })).toMatchObject({
    href: '/oak-and-iron/site-setup',
  });
  expect(nextOf(DISPLAYED)).toMatchObject({ label: 'Check its link', href: '/oak-and-iron/notifications?edit=n1' });
  const displayedNotification = { id: 'n1', message: 'Welcome!', url: null };
  expect(nextOf({ ...DISPLAYED, displayedNotification })).toMatchObject({
    label: 'Add a link',
    href: '/oak-and-iron/notifications?edit=n1',
  });
  expect(nextOf({ ...DISPLAYED, displayedNotification: null })).toMatchObject({ href: '/oak-and-iron/notifications' });
  expect(nextOf({ ...DISPLAYED, firstClickAt: NEW.createdAt })).toBeUndefined();
  for (const { isDone, next } of stepsOf(SITE, NEW)) expect(next === null).toBe(isDone);
});

test.each([
  ['oak.example', 'https://oak.example/'],
  ['www.münchen.example', 'https://www.münchen.example/'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
  ['shop.local', null],
])('the address of %s is %s', (host, url) => expect(publicUrlOf(host)).toBe(url));
