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

/** @returns a window at a shop's page. */
function fakeWindow() {
  const location = { href: 'https://shop.example/' };
  return { window: Object.assign(new EventTarget(), { location }) as unknown as Window, location };
}

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
