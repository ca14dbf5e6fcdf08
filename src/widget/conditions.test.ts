import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedPayload, Rules } from '#shared/embed/payload.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import { payloadWith } from '#tests/support/widget-stage.ts';
import type * as Conditions from './conditions.ts';
import type { Memory } from './memory.ts';
import type * as Quiet from './quiet.ts';

// The widget captures the timers that exist when it loads, so load it anew under each test's clock.
let file: typeof Conditions;
let quiet: typeof Quiet;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  file = await import('./conditions.ts');
  quiet = await import('./quiet.ts');
});
afterEach(() => {
  vi.useRealTimers();
});

const MEMORY: Memory = { at: 0, count: 0, seen: {}, visits: 3, pages: 2, from: 'www.google.com', closed: {} };
const BASE = { now: 9_999, device: 'tablet' as const };

const onDesks: Rules = { match: 'all', conditions: [{ type: 'page', operator: 'is', value: ['/desks'] }] };

/** A page of 2,000 px in a window of 500 px, watched. */
function watched(isHidden = false) {
  const location = { href: 'https://shop.example/desks?b=1', hostname: 'shop.example' };
  const document = Object.assign(new EventTarget(), {
    documentElement: { scrollHeight: 2_000 },
    hidden: isHidden,
    referrer: 'https://mail.example/',
    location,
  });
  const navigator = { language: 'pt-BR' };
  const window = Object.assign(new EventTarget(), { scrollY: 0, innerHeight: 500, document, location, navigator });
  const leave = (clientY: number) => document.dispatchEvent(Object.assign(new Event('mouseleave'), { clientY }));
  const scroll = (scrollY: number) => {
    window.scrollY = scrollY;
    window.dispatchEvent(new Event('scroll'));
  };
  const life = new AbortController();
  const onExit = vi.fn();
  const saved: Partial<Memory>[] = [];
  const { after, listen } = quiet;
  const conditions = file.watchConditions(
    window as unknown as Window,
    life.signal,
    after,
    listen,
    (change) => saved.push(change(MEMORY)),
    onExit,
    readPayload(JSON.stringify(payloadWith([], onDesks))) as LoadedPayload,
    () => 0,
    { get: () => undefined, set: () => undefined, clear() {} },
    () => {},
    () => {},
    () => {},
  );
  const facts = (memory: Memory = MEMORY) =>
    conditions.factsOf(BASE, memory, 7_000, 'Europe/Lisbon', (name) => `own ${name}`);
  return { ...conditions, window, document, leave, scroll, life, onExit, saved, facts, scrolled: () => facts().scroll };
}

test('has every fact of the moment', () => {
  const { facts } = watched();
  const { fact, ...rest } = facts();
  expect(rest).toEqual({
    ...BASE,
    timezone: 'Europe/Lisbon',
    href: 'https://shop.example/desks?b=1',
    referrer: 'www.google.com',
    language: 'pt-BR',
    visits: 3,
    pages: 2,
    time: 2,
    scroll: 0,
    exit: false,
  });
  expect(fact('plan')).toBe('own plan');
  // A visit that begins on an open page.
  const { pages: _none, from: _nowhere, ...fresh } = MEMORY;
  expect(facts(fresh)).toMatchObject({ pages: 1, referrer: '' });
});

test('remembers the furthest part of the page in view, even when scrolled past quickly', () => {
  const { scroll, scrolled } = watched();
  vi.advanceTimersByTime(1_000);
  expect(scrolled()).toBe(25);
  for (let y = 0; y <= 1_000; y += 100) scroll(y);
  vi.advanceTimersByTime(500);
  expect(scrolled()).toBe(75);
  scroll(0);
  vi.advanceTimersByTime(1_000);
  expect(scrolled()).toBe(75);
});

test('a page that fills up late is measured at its current length', () => {
  const { document, scrolled } = watched();
  document.documentElement.scrollHeight = 500;
  vi.advanceTimersByTime(500);
  expect(scrolled()).toBe(100);
  document.documentElement.scrollHeight = 5_000;
  expect(scrolled()).toBe(10);
});

test('scrolling measures at most twice a second, and never in the listener', () => {
  const { window, scroll } = watched();
  let measured = 0;
  Object.defineProperty(window, 'innerHeight', {
    get() {
      measured += 1;
      return 500;
    },
  });
  vi.advanceTimersByTime(600);
  expect(measured).toBe(1);
  for (let i = 0; i < 100; i++) {
    scroll(i);
    vi.advanceTimersByTime(10);
  }
  expect(measured).toBeLessThanOrEqual(3);
  const before = measured;
  scroll(5);
  expect(measured).toBe(before);
});

test('the end of the page is 100, however the browser rounds or stretches it; a page without height is never above 0', () => {
  const { scroll, scrolled } = watched();
  scroll(1_499.4);
  vi.advanceTimersByTime(500);
  expect(scrolled()).toBe(100);
  const other = watched();
  other.scroll(1_700);
  vi.advanceTimersByTime(500);
  expect(other.scrolled()).toBe(100);
  const empty = watched();
  empty.document.documentElement.scrollHeight = 0;
  Object.assign(empty.window, { innerHeight: 0 });
  vi.advanceTimersByTime(500);
  expect(empty.scrolled()).not.toBeGreaterThan(0);
});

test('the mouse leaving through the top edge is an exit, through any other edge it is not', () => {
  const { facts, leave, onExit } = watched();
  leave(300);
  expect(facts().exit).toBe(false);
  leave(-1);
  expect(facts().exit).toBe(true);
  expect(onExit).toHaveBeenCalledOnce();
});

test('a new page starts from zero and is measured once rendered', () => {
  const { facts, startPage, scroll, scrolled, leave } = watched();
  scroll(1_500);
  vi.advanceTimersByTime(500);
  leave(0);
  scroll(1_400);
  vi.advanceTimersByTime(499);
  startPage();
  expect(facts()).toMatchObject({ scroll: 0, exit: false });
  vi.advanceTimersByTime(400);
  expect(scrolled()).toBe(0);
  scroll(0);
  vi.advanceTimersByTime(500);
  expect(scrolled()).toBe(25);
});

test('nothing is recorded after the end', () => {
  const { facts, life, leave } = watched();
  life.abort();
  leave(0);
  expect(facts().exit).toBe(false);
});

test('each page is counted once somebody is there, and the referrer is that of the first', () => {
  const { saved, startPage } = watched();
  startPage();
  expect(saved).toEqual([
    { pages: 3, from: 'mail.example' },
    { pages: 3, from: 'www.google.com' },
  ]);
  const background = watched(true);
  expect(background.saved).toEqual([]);
  background.startPage();
  expect(background.saved).toEqual([{ pages: 3, from: 'mail.example' }]);
});

test('the visitor came from another host, or from none', () => {
  const from = (referrer: string) =>
    file.externalHost({ referrer, location: { hostname: 'shop.example' } } as unknown as Document);
  expect(from('https://www.google.com/search?q=a')).toBe('www.google.com');
  expect(from('https://partner.example:8443')).toBe('partner.example');
  expect(from('android-app://com.google.android.gm/')).toBe('com.google.android.gm');
  expect(from('https://shop.example/desks')).toBeUndefined();
  expect(from('https://shop.example:8443/desks')).toBeUndefined();
  expect(from('')).toBeUndefined();
});
