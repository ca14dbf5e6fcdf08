// Every page of the hostile list, by name: what it does, and whether a notification may be expected on it.
import { expect, type FrameLocator, type Page } from '@playwright/test';
import * as scripts from './hostile-scripts.ts';
import { SHOP, shopPage } from './hostile-shop.ts';
import { type Answer, payload } from './widget-backend.ts';
import { tag } from './widget-host.ts';

export type HostilePage = {
  /** Its own script does this before the embed tag runs. */
  scripts?: (() => void)[];
  /** @param backend origin of the embed tag. @returns the page's markup. */
  html?: (backend: string) => string;
  /** Content-Security-Policy; the strictest by default, '' is none. */
  policy?: (backend: string) => string;
  /** What the payload's address answers; null cuts the connection. A good payload by default. */
  answer?: Answer | null;
  /** Whether the page's clock is stopped until `afterLoad` is done. */
  isHeld?: true;
  /** What the page does once it is loaded, before the visitor does anything. */
  afterLoad?: (page: Page) => Promise<unknown>;
  /** Where the shop is. */
  scope?: (page: Page) => FrameLocator;
  /** 'shows': one proper notification; 'silent': none, and none counted. */
  outcome: 'shows' | 'silent';
  /** Whether to wait until the display was counted, once: where only the look is attacked it need not be. */
  isCounted?: false;
  /** What the browser itself notes when the page's policy refuses. */
  refused?: (backend: string) => string;
  /** Requests for a payload; one by default. */
  asks?: number;
};

const none = () => '';
const answers = (status: number, body: string, more: Partial<Answer> = {}): HostilePage => ({
  answer: { status, body, ...more },
  outcome: 'silent',
});
const good = payload().body;
/** Shown only after the page has been rewritten. */
const late = payload({ timing: { initialDelay: 0.7 } });
const changed = (change: (value: ReturnType<typeof JSON.parse>) => void): string => {
  const value = JSON.parse(good);
  change(value);
  return JSON.stringify(value);
};
/** @param siteId as it stands in the attribute. */
const odd = (siteId: string): HostilePage => ({
  html: (backend) => shopPage(backend, { end: tag(backend).replace('site-1', siteId) }),
  answer: { status: 404, body: '{"code":"not-found"}' },
  outcome: 'silent',
});
const styled = (css: string): HostilePage => ({
  html: (backend) => shopPage(backend, { head: `<style>${css}</style>` }),
  policy: none,
  outcome: 'shows',
  isCounted: false,
});
const ending = (end: (backend: string) => string, more: Partial<HostilePage> = {}): HostilePage => ({
  html: (backend) => shopPage(backend, { end: end(backend) }),
  outcome: 'shows',
  ...more,
});
const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
/** Ends the script element that an inline script writes, without ending the one it stands in. */
const written = (html: string) => JSON.stringify(html).replaceAll('</', '<\\/');

/** The list of the hostile pages; each name is a line to tick off. */
export const HOSTILE_PAGES: Record<string, HostilePage> = {
  'strict content security policy, no inline style or script': {
    policy: (backend) => `default-src 'none'; script-src 'self' ${backend}; connect-src ${backend}`,
    outcome: 'shows',
  },
  'policy with a nonce and strict-dynamic': {
    html: (backend) =>
      shopPage(backend, { end: tag(backend).replace('async', 'nonce="abc" async') }).replace(
        'src="/shop.js"',
        'nonce="abc" src="/shop.js"',
      ),
    policy: (backend) =>
      `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; connect-src ${backend}; base-uri 'none'`,
    outcome: 'shows',
  },
  'policy that lets the script in, not its requests': {
    policy: (backend) => `default-src 'none'; script-src 'self' ${backend}`,
    outcome: 'silent',
    refused: (backend) => `connect-src ${backend}/api/embed/site-1?v=2&l=en\n`,
    asks: 0,
  },
  'Trusted Types enforced': {
    policy: () => "require-trusted-types-for 'script'; trusted-types 'none'",
    outcome: 'shows',
  },
  'prototype.js 1.7': { scripts: [scripts.extendLikePrototype], outcome: 'shows' },
  'prototype.js 1.6, whose toJSON methods quote twice': {
    scripts: [scripts.extendLikePrototype, scripts.addOldToJson],
    outcome: 'shows',
  },
  'more keys on every object, as MooTools': { scripts: [scripts.extendObjects], outcome: 'shows' },
  'polyfilled collections and promises': { scripts: [scripts.polyfillCollections], outcome: 'shows' },
  'wrapped timers, listeners, requests and parsing': { scripts: [scripts.wrapBrowser], outcome: 'shows' },
  '* { all: unset !important }': styled('*{all:unset!important} html,body,p{display:block!important}'),
  'a style sheet against every element': styled(
    '*{font:20px serif!important;color:red!important;background:blue!important;animation:none!important}' +
      'body{transform:rotate(1deg);overflow:hidden;position:relative;z-index:2147483647}' +
      'proofbell-widget,proofbell-widget *{display:none!important;visibility:hidden!important;opacity:0!important}',
  ),
  'no localStorage: it throws': { scripts: [scripts.denyStorage], outcome: 'shows' },
  'no localStorage: it is null': { scripts: [scripts.loseStorage], outcome: 'shows' },
  'full localStorage': {
    scripts: [scripts.fillStorage],
    afterLoad: (page) => expect(page.evaluate(() => localStorage.setItem('more', 'x'))).rejects.toThrow(/quota/),
    outcome: 'shows',
  },
  'frozen globals': {
    scripts: [scripts.freezeGlobals],
    afterLoad: async (page) => {
      const isFrozen = () => [Array.prototype, Element.prototype, Document, history, navigator].every(Object.isFrozen);
      expect(await page.evaluate(isFrozen)).toBe(true);
    },
    outcome: 'shows',
  },
  'a page that has a Proofbell of its own': { scripts: [scripts.takeName], outcome: 'shows' },
  'an element with the id Proofbell': ending((backend) => `<div id="Proofbell"></div>${tag(backend)}`, {
    isCounted: false,
  }),
  'two copies of the snippet': ending((backend) => tag(backend).repeat(2)),
  'two copies, one deferred and one a module': ending(
    (backend) => tag(backend).replace('async', 'defer') + tag(backend).replace('async', 'type="module" crossorigin'),
  ),
  'two copies with different sites': ending((backend) => tag(backend) + tag(backend).replace('site-1', 'site-2')),
  'wrong site id: unknown': odd('nobody'),
  'wrong site id: empty': { ...odd(''), asks: 0 },
  'wrong site id: a path': odd('../../admin?x=#y'),
  'wrong site id: half a character': {
    ...odd('x'),
    scripts: [
      () =>
        new MutationObserver(() =>
          document.querySelector('script[data-site-id]')?.setAttribute('data-site-id', '\ud83d'),
        ).observe(document, { childList: true, subtree: true }),
    ],
    asks: 0,
  },
  'wrong site id: the placeholder of the manual': odd('YOUR_SITE_ID'),
  'sandboxed iframe': {
    html: (backend) =>
      `<!doctype html><iframe sandbox="allow-scripts allow-forms" width="900" height="600" srcdoc="${escaped(
        shopPage(backend),
      )}"></iframe>`,
    scope: (page) => page.frameLocator('iframe'),
    policy: none,
    outcome: 'shows',
  },
  'quirks mode, with the tag in the head': {
    html: (backend) => shopPage(backend, { doctype: '', head: tag(backend).replace(' async', ''), end: '' }),
    afterLoad: async (page) => expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat'),
    outcome: 'shows',
    isCounted: false,
  },
  'XHTML of old, frames of tables': ending(
    (backend) => `<table width="100%"><tr><td><center><font size="7">${tag(backend)}</table>`,
    { policy: none, isCounted: false },
  ),
  'a page from right to left': {
    html: (backend) => shopPage(backend, { attributes: 'lang="he" dir="rtl"' }),
    outcome: 'shows',
    isCounted: false,
  },
  'the tag written by document.write': ending(
    (backend) => `<script>document.write(${written(tag(backend).replace(' async', ''))})</script>`,
    { policy: none },
  ),
  'a page that calls document.write after it was loaded': ending(tag, {
    policy: none,
    answer: late,
    isHeld: true,
    afterLoad: (page) =>
      page.evaluate((html) => {
        document.write(html);
        document.close();
      }, `<script src="/shop.js"></script>${SHOP}`),
  }),
  'a page written anew by document.open, tag and all': ending(tag, {
    policy: none,
    answer: late,
    isHeld: true,
    afterLoad: (page) =>
      page.evaluate(() => {
        const html = document.head.outerHTML + document.body.outerHTML;
        document.open();
        document.write(html);
        document.close();
      }),
  }),
  'a page whose script replaces the whole root': ending(tag, {
    policy: none,
    answer: late,
    isHeld: true,
    afterLoad: (page) =>
      page.evaluate(() => {
        const root = document.createElement('html');
        root.append(document.body);
        document.documentElement.replaceWith(root);
      }),
  }),
  'backend down': { answer: null, outcome: 'silent' },
  'backend without a script': ending((backend) => tag(backend).replace('/widget.js', '/none.js'), {
    outcome: 'silent',
    asks: 0,
  }),
  'script address that answers HTML': ending((backend) => tag(backend).replace('/widget.js', '/api/embed/x'), {
    ...answers(200, '<!doctype html><title>Log in', {
      type: 'text/html',
      headers: { 'x-content-type-options': 'nosniff' },
    }),
  }),
  'backend busy': answers(503, '{"code":"busy"}', { headers: { 'retry-after': '1' } }),
  'backend that fails': answers(500, good),
  'backend answering HTML': answers(200, '<!doctype html><h1>Log in</h1>', { type: 'text/html' }),
  'backend answering an HTML 404': answers(404, '<!doctype html><h1>Not found</h1>', { type: 'text/html' }),
  'backend that lets no other origin read': answers(200, good, {
    headers: { 'access-control-allow-origin': 'https://elsewhere.example' },
  }),
  'backend that sends visitors to a login': answers(302, '', { headers: { location: '/login' } }),
  'empty answer': answers(200, ''),
  'truncated JSON': answers(200, good.slice(0, -1)),
  'connection cut inside the answer': answers(200, good, { headers: { 'content-length': '99999' } }),
  'JSON that is no payload': answers(200, '[{"v":2}]'),
  'payload of a later version': answers(
    200,
    changed((value) => Object.assign(value, { v: 3 })),
  ),
  'payload with more than is known': {
    answer: {
      status: 200,
      body: changed((value) => {
        value.plan = { name: 'new' };
        value.widget.sounds = [1];
        value.widget.behavior.queue = { weight: 'x' };
        value.notifications[0].video = {};
        value.notifications.push({ id: 'n9', kind: 'of a later time' }, null, 7);
      }),
    },
    outcome: 'shows',
  },
};
