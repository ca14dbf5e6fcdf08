// The page that the widget's cost is measured on: a shop under a strict policy, on another origin than the backend,
// with twenty notifications and every appearance setting changed. For comparison, the same page with the reference
// script, and without any script.

import type { Appearance } from '#shared/embed/payload.ts';
import { notification, payload, startWidgetBackend } from '#tests/e2e/support/widget-backend.ts';
import { hostPage, startHostSite, tag } from '#tests/e2e/support/widget-host.ts';

/** Seconds. By then the page has long settled: everything is loaded and idle. */
export const INITIAL_DELAY = 2;
const DISPLAY_DURATION = 1.5;
const NOTIFICATIONS = 20;
const PICTURES = 12;

/** A minimal notification: one element in a shadow root with a constructed style sheet. */
export const REFERENCE = '/reference.js';
const REFERENCE_CODE = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('p{position:fixed;right:20px;bottom:20px;padding:16px;color:#333;background-color:#fff}');
  const host = document.createElement('reference-notification');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(document.createElement('p'));
  root.firstChild.textContent = 'Ana from Lisbon bought the Oak Desk';
  document.documentElement.append(host);
})();`;

export type Scene = {
  /** URLs of the three pages. */
  widget: string;
  reference: string;
  empty: string;
  close(): Promise<void>;
};

/** Every setting differs from its default, so that all of them cost something. */
const APPEARANCE: Appearance = {
  brandColors: {
    primaryColor: '#0f766e',
    secondaryColor: '#f59e0b',
    textColor: '#1f2937',
    backgroundColor: '#fffdf8',
    linkColor: '#0f766e',
    borderColor: '#d6d3d1',
  },
  typography: { fontFamily: 'Georgia', fontSize: '15px', fontWeight: 'Medium (500)', headingStyle: 'Bold' },
  animations: { animationType: 'Slide In', speed: '300ms', enabled: true, hoverEffect: 'Lift' },
  layout: { borderRadius: 12, padding: '14px', boxShadow: true, shadowIntensity: 4, borderThickness: 2 },
  customCSS: '.title { letter-spacing: 0.01em } .message { color: #44403c }',
};

const NAMES = ['Ana from Lisbon', 'Grzegorz from Łódź', 'Chloë from Montréal', 'Omar from Amman', 'Mei from Taipei'];
const THINGS = ['the Oak Desk', 'a Walnut Shelf', 'the Iron Lamp', 'two Linen Chairs'];

function makePayload(backend: string): ReturnType<typeof payload> {
  const notifications = Array.from({ length: NOTIFICATIONS }, (_, index) =>
    notification(`notification-${index}`, {
      title: NAMES[index % NAMES.length] ?? '',
      message: `bought ${THINGS[index % THINGS.length]}, made to order and delivered in two weeks`,
      image: `${backend}/photo.png`,
      url: `https://shop.example/products/${index}`,
      timestamp: new Date(Date.now() - (index + 2) * 3_600_000).toISOString(),
    }),
  );
  const timing = { initialDelay: INITIAL_DELAY, displayDuration: DISPLAY_DURATION, timeBetween: 60 };
  return payload({ notifications, timing, appearance: APPEARANCE });
}

/** Starts backend and shop. @returns the three pages. */
export async function openScene(): Promise<Scene> {
  const backend = await startWidgetBackend();
  backend.answer = makePayload(backend.origin);
  const host = await startHostSite(backend.origin);
  const picture = `<img src="${backend.origin}/photo.png" alt="" width="240" height="180">`;
  const shop = (script: string) => hostPage(`${picture.repeat(PICTURES)}${script}`);
  host.pages.set('/widget', shop(tag(backend.origin)));
  host.pages.set('/reference', shop(`<script async src="${REFERENCE}"></script>`));
  host.pages.set('/empty', shop(''));
  host.pages.set(REFERENCE, REFERENCE_CODE);
  return {
    widget: `${host.origin}/widget`,
    reference: `${host.origin}/reference`,
    empty: `${host.origin}/empty`,
    async close() {
      await host.close();
      await backend.close();
    },
  };
}
