import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Page from './page.ts';

// The widget captures the timers that exist when it loads, so load it anew under each test's clock.
let page: typeof Page;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = await import('./page.ts');
});
afterEach(() => {
  vi.useRealTimers();
});

/** @returns a window of 500 px over a page of 2,000 px. */
function fakeWindow() {
  const document = Object.assign(new EventTarget(), { documentElement: { scrollHeight: 2_000 } });
  const location = { href: 'https://shop.example/' };
  const window = Object.assign(new EventTarget(), { scrollY: 0, innerHeight: 500, document, location });
  const leave = (clientY: number) => document.dispatchEvent(Object.assign(new Event('mouseleave'), { clientY }));
  const scroll = (scrollY: number) => {
    window.scrollY = scrollY;
    window.dispatchEvent(new Event('scroll'));
  };
  return { window: window as unknown as Window, document, location, leave, scroll };
}

function watched() {
  const fake = fakeWindow();
  const life = new AbortController();
  const onExit = vi.fn();
  const watched = page.watchStay(fake.window, life.signal, 7, onExit);
  /** Percentage of the page. */
  const scrolled = () => page.scrolled(watched.stay(), fake.window.document);
  return { ...fake, ...watched, scrolled, life, onExit };
}

test('remembers the furthest part of the page in view, even when scrolled past quickly', () => {
  const { stay, scroll, scrolled } = watched();
  vi.advanceTimersByTime(1_000);
  expect(stay().cameAt).toBe(7);
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
  const { stay, leave, onExit } = watched();
  leave(300);
  expect(stay().exit).toBe(false);
  leave(-1);
  expect(stay().exit).toBe(true);
  expect(onExit).toHaveBeenCalledOnce();
});

test('a new page starts from zero and is measured once rendered', () => {
  const { stay, arrive, scroll, scrolled, leave } = watched();
  scroll(1_500);
  vi.advanceTimersByTime(500);
  leave(0);
  stay().shownHere.push('a');
  stay().closedHere.push('a');
  scroll(1_400);
  vi.advanceTimersByTime(499);
  arrive(90);
  expect(stay()).toEqual({ cameAt: 90, seenTo: 0, exit: false, shownHere: [], closedHere: [] });
  vi.advanceTimersByTime(400);
  expect(scrolled()).toBe(0);
  scroll(0);
  vi.advanceTimersByTime(500);
  expect(scrolled()).toBe(25);
});

test('nothing is recorded after the end', () => {
  const { stay, life, leave } = watched();
  life.abort();
  leave(0);
  expect(stay().exit).toBe(false);
});

test('the visitor came from another host, or from none', () => {
  const from = (referrer: string) =>
    page.externalHost({ referrer, location: { hostname: 'shop.example' } } as unknown as Document);
  expect(from('https://www.google.com/search?q=a')).toBe('www.google.com');
  expect(from('https://partner.example:8443')).toBe('partner.example');
  expect(from('android-app://com.google.android.gm/')).toBe('com.google.android.gm');
  expect(from('https://shop.example/desks')).toBeUndefined();
  expect(from('https://shop.example:8443/desks')).toBeUndefined();
  expect(from('')).toBeUndefined();
});

test.each([true, false])(
  'navigation is noticed (reported by the browser: %s); a changed query is not another page',
  (doesTell) => {
    const { window, location } = fakeWindow();
    const navigation = new EventTarget();
    if (doesTell) Object.assign(window, { navigation });
    const moves: [string, boolean][] = [];
    const life = new AbortController();
    page.watchMoves(window, life.signal, (isOther) => moves.push([location.href.slice(20), isOther]));
    const go = (path: string) => {
      location.href = `https://shop.example${path}`;
      navigation.dispatchEvent(new Event('currententrychange'));
      vi.advanceTimersByTime(500);
    };
    for (const path of ['/a', '/a#top', '/a#!top', '/a?b', '/a?b', '/a?b#/cart', '/a#/cart', '/a#!/cart']) go(path);
    expect(moves).toEqual([
      ['/a', true],
      ['/a#top', false],
      ['/a#!top', false],
      ['/a?b', false],
      ['/a?b#/cart', true],
      ['/a#/cart', false],
      ['/a#!/cart', true],
    ]);
    life.abort();
    go('/z');
    expect(moves).toHaveLength(7);
  },
);

test('the device is mobile if screen or viewport is narrower than 768 px, whichever is smaller [spec 9.17]', () => {
  /** A page laid out `viewport` px wide on a screen of `screen` px. */
  const deviceOn = (screen: number, viewport: number, isTouch = false) => {
    const matchMedia = (query: string) => {
      const [, what = '', below = ''] = /^\((max-width|max-device-width|pointer):(.*?)(?:px)?\)$/.exec(query) ?? [];
      if (what === 'pointer') return { matches: isTouch };
      return { matches: (what === 'max-width' ? viewport : screen) <= Number(below) };
    };
    return page.deviceOf({ matchMedia } as unknown as Window);
  };
  expect(deviceOn(390, 390, true)).toBe('mobile');
  // A phone lays a page without a viewport tag out 980 px wide.
  expect(deviceOn(390, 980, true)).toBe('mobile');
  expect(deviceOn(1440, 767)).toBe('mobile');
  expect(deviceOn(768, 768, true)).toBe('tablet');
  expect(deviceOn(1440, 768)).toBe('desktop');
});
