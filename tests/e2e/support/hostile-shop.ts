// A shop's page with a life of its own: a basket, a search, keys it listens to. It writes down whatever reaches its
// window.onerror, every shift of its layout and every new name among its globals, so that tests can see that a foreign
// script left it as it was. What it writes stands in attributes: scripts that tests run in the page's own world would
// meet the page's patched built-ins.
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { poll } from './base.ts';
import { tag } from './widget-host.ts';

/** Runs in the page, before the embed tag. */
function keepShop(): void {
  const globals = Object.getOwnPropertyNames(window);
  let basket = 0;
  let keys = 0;
  const write = (name: string, text: string) => {
    const root = document.documentElement;
    root.setAttribute(name, `${root.getAttribute(name) ?? ''}${text}\n`);
  };
  const set = (id: string, text: string) => {
    const element = document.getElementById(id);
    if (element) element.textContent = text;
  };
  window.onerror = (message) => write('data-issues', `error: ${message}`);
  window.addEventListener('unhandledrejection', ({ reason }) => write('data-issues', `rejection: ${reason}`));
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...words: unknown[]) => write('data-issues', `console: ${words[0]}`);
  }
  document.addEventListener('securitypolicyviolation', (event) =>
    write('data-refused', `${event.effectiveDirective} ${event.blockedURI}`),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) write('data-shifts', `${entry.startTime}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  // On the document, as routers and old libraries listen.
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).id !== 'buy') return;
    basket += 1;
    set('basket', `${basket}`);
    const names = Object.getOwnPropertyNames(window);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      if (globals.indexOf(name) < 0 && name !== 'Proofbell') write('data-globals', name);
    }
  });
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    set('found', `no ${(document.querySelector('input') as HTMLInputElement).value} here`);
  });
  document.addEventListener('keydown', ({ key }) => {
    keys += key === 'Escape' ? 1 : 0;
    set('keys', `${keys}`);
  });
}

/** The page's own script as text, after `more`: functions that run in the page, before the embed tag. */
export const shopScript = (...more: (() => void)[]): string =>
  [...more, keepShop].map((run) => `(${run})();`).join('\n');

const STOCK = '<p>An oak desk, made to last. Solid wood, oiled by hand, delivered in two weeks.</p>'.repeat(30);

/** What stands on the page before the embed tag. */
export const SHOP = `<h1>Oak Desk</h1><button id="buy" type="button">Buy</button> <output id="basket">0</output>
  <form><input aria-label="Search" value=""><button>Find</button></form><output id="found">-</output>
  <output id="keys">0</output>${STOCK}`;

export type ShopParts = {
  doctype?: string;
  attributes?: string;
  head?: string;
  /** After the shop; one copy of the tag by default. */
  end?: string;
};

/** @param backend origin of the embed tag. @returns the page; its script is at /shop.js. */
export const shopPage = (backend: string, parts: ShopParts = {}): string => {
  const { doctype = '<!doctype html>', attributes = 'lang="en"', head = '', end = tag(backend) } = parts;
  return `${doctype}<html ${attributes}><head><meta charset="utf-8"><title>Oak & Iron</title>
    <meta name="viewport" content="width=device-width"><script src="/shop.js"></script>${head}</head>
    <body>${SHOP}${end}</body></html>`;
};

/** A page, or a frame in one. */
export type Scope = Page | FrameLocator;

/** Buys twice, searches, presses Escape in the field, and expects the page to do what it always did. */
export async function expectShopWorks(scope: Scope): Promise<void> {
  await scope.locator('#buy').click();
  await scope.locator('#buy').click();
  await expect(scope.locator('#basket')).toHaveText('2');
  const field = scope.getByLabel('Search');
  await field.fill('lamp');
  await field.press('Escape');
  await field.press('Enter');
  await expect(scope.locator('#found')).toHaveText('no lamp here');
  await expect(scope.locator('#keys')).toHaveText('1');
}

/** Expects that nothing reached the page: no error, no refusal by its policy, no shift, no name. */
export async function expectUntouched(scope: Scope, refused = ''): Promise<void> {
  const written = () =>
    scope
      .locator('html')
      .evaluate((html) => [
        html.getAttribute('data-issues') ?? '',
        html.getAttribute('data-refused') ?? '',
        html.getAttribute('data-shifts') ?? '',
        html.getAttribute('data-globals') ?? '',
      ]);
  await poll(written, 'errors, refusals, shifts, globals').toEqual(['', refused, '', '']);
}
