// The ways in which our tag gets into a page, and what else there has a `data-site-id`. Each is a page of its own.
import { readFileSync } from 'node:fs';
import type { WidgetBuild } from '#shared/contract/widget-build.ts';
import type { HostSite } from './widget-host.ts';

export type InsertedTag = {
  /** @param at address of the script. @param id of the site. @param server where the script is. @returns the page's end. */
  html: (at: string, id: string, server: string) => string;
  /** Where it asks for notifications, if anywhere; by default at the server. */
  asks?: string | false;
  /** Why it can't work, as the page's console says; nothing where it shows a notification, or waits. */
  says?: string;
  /** Status of the server's answer, if it isn't a payload. */
  status?: 403 | 404;
};

const CODE = readFileSync('dist/widget/widget.js', 'utf8');
const { file } = JSON.parse(readFileSync('dist/widget/widget.json', 'utf8')) as WidgetBuild;

/** Other vendors' tags: one is even called as ours is. */
const VENDORS =
  '<script async src="/vendor/tracker.js" data-site-id="31"></script>' +
  '<script async src="/vendor/widget.js" data-site-id="32" data-website-id="33"></script>';

/** @returns a script that makes another one as soon as the page is there. */
const made = (src: string, then: string) =>
  `<script>addEventListener('DOMContentLoaded', () => {
    const script = document.createElement('script');
    script.src = '${src}';
    ${then}
    document.body.append(script);
  })</script>`;

const switchedOff = (at: string, id: string, type = 'text/plain') =>
  `<script type="${type}" src="${at}" data-site-id="${id}"></script>`;

const NO_TAG = 'tag needs data-site-id or data-server';

export const INSERTED_TAGS: Record<string, InsertedTag> = {
  'the snippet': { html: (at, id) => `<script async src="${at}" data-site-id="${id}"></script>` },
  'a module': { html: (at, id) => `<script type="module" crossorigin src="${at}" data-site-id="${id}"></script>` },
  'a fixed version, as a module': {
    html: (at, id) =>
      `<script type="module" crossorigin src="${at.replace('widget.js', file)}" data-site-id="${id}"></script>`,
  },
  'imported after consent': {
    html: (at, id) => `${switchedOff(at, id)}<script type="module">import('${at}')</script>`,
  },
  'evaluated after consent': {
    html: (at, id) =>
      `${switchedOff(at, id)}<script>fetch('${at}').then((answer) => answer.text()).then(eval)</script>`,
  },
  'evaluated by a consent tool with a data-site-id of its own': {
    html: (at, id) => `${switchedOff(at, id)}<script src="/vendor/consent.js?${at}" data-site-id="34"></script>`,
  },
  'a loader that makes the tag anew later': {
    html: (at, id) => `${switchedOff(at, id, 'c0ffee-text/javascript')}<script src="/vendor/loader.js"></script>`,
  },
  'a loader that takes only the address along': {
    html: (at, id) => `${switchedOff(at, id, 'c0ffee-text/javascript')}${made(at, '')}`,
  },
  'a tag manager, as its guide says': { html: (at, id) => made(`${at}?siteId=${id}`, '') },
  'a component, as the guide of React says': {
    html: (at, id) => made(at, `script.async = true; script.setAttribute('data-site-id', '${id}')`),
  },
  'document.write': {
    html: (at, id) => `<script>document.write('<script src="${at}" data-site-id="${id}"><\\/script>')</script>`,
  },
  'an address with the site, where attributes are dropped': {
    html: (at, id) => `<script async src="${at}?ver=1&siteId=${id}"></script>`,
  },
  'moved and renamed, with data-server': {
    html: (_, id, server) =>
      `<script async src="/cache/4f2a.js" data-site-id="${id}" data-server="${server}"></script>`,
  },
  'moved under its own name, with data-server': {
    html: (_, id, server) =>
      `<script async src="/cache/widget.js" data-site-id="${id}" data-server="${server}/"></script>`,
  },
  'written into the page, with data-server': {
    html: (_, id, server) => `<script data-site-id="${id}" data-server="${server}">${CODE}</script>`,
  },
  'an address with the site and its wait for consent': {
    html: (at, id) => `<script async src="${at}?siteId=${id}&consent=required"></script>`,
    asks: false,
  },
  'without a site': { html: (at) => `<script async src="${at}"></script>`, says: NO_TAG, asks: false },
  'bundled with others': { html: () => '<script src="/cache/4f2a.js"></script>', says: NO_TAG, asks: false },
  'renamed by a proxy of the whole server': {
    html: (_, id) => `<script async src="/proofbell/4f2a.js" data-site-id="${id}"></script>`,
    asks: 'HOST/proofbell/api/embed/ID',
  },
  'moved and renamed, without data-server': {
    html: (_, id) => `<script async src="/cache/4f2a.js" data-site-id="${id}"></script>`,
    asks: 'HOST/cache/api/embed/ID',
    says: '200 from HOST/cache/api/embed/ID',
  },
  'a data-server that is no address': {
    html: (at, id) => `<script async src="${at}" data-site-id="${id}" data-server="bell.example"></script>`,
    says: NO_TAG,
    asks: false,
  },
  'an unknown site': {
    html: (at, id) => `<script async src="${at}" data-site-id="${id}"></script>`,
    says: '404 from SERVER/api/embed/ID',
    status: 404,
  },
  'a domain that the site does not list': {
    html: (at, id) => `<script async src="${at}" data-site-id="${id}"></script>`,
    says: '403 from SERVER/api/embed/ID',
    status: 403,
  },
};

/** Writes what the widget says in the console into the page, where a test finds it. */
const LISTENER = `<script>{
  const { info } = console;
  console.info = (...words) => {
    const root = document.documentElement;
    root.dataset.said = (root.dataset.said ?? '') + words.join(' ') + '\\n';
    info(...words);
  };
}</script>`;

/** @returns the page of one way, with the other vendors' tags before ours. */
export const insertedPage = (way: InsertedTag, id: string, server: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Oak</title>${LISTENER}${VENDORS}</head>
  <body><h1>Oak Desk</h1>${way.html(`${server}/widget.js`, id, server)}</body></html>`;

/** Puts the other vendors' scripts on a shop's own host, and the copies of ours that optimizers and proxies make. */
export function addForeignFiles({ pages }: HostSite): void {
  for (const name of ['/vendor/tracker.js', '/vendor/widget.js']) pages.set(name, '');
  for (const name of ['/cache/4f2a.js', '/cache/widget.js', '/proofbell/4f2a.js']) pages.set(name, CODE);
  pages.set(
    '/vendor/consent.js',
    `const request = new XMLHttpRequest();
    request.open('GET', document.currentScript.src.split('?')[1], false);
    request.send();
    (0, eval)(request.responseText);`,
  );
  pages.set(
    '/vendor/loader.js',
    `addEventListener('DOMContentLoaded', () => {
      for (const old of document.querySelectorAll('[type="c0ffee-text/javascript"]')) {
        const script = document.createElement('script');
        for (const { name, value } of old.attributes) if (name !== 'type') script.setAttribute(name, value);
        old.replaceWith(script);
      }
    });`,
  );
}
