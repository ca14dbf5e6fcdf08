// A page for the widget without a browser: a window of plain objects, storage, a backend, a view that renders nothing.
// The test replaces view.ts with `fakeView` and runs the widget under a fake clock.
import { expect, vi } from 'vitest';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type { Inspect } from '#shared/embed/inspection.ts';
import type { CompactPayload, EmbedNotification, Interaction, Rules } from '#shared/embed/payload.ts';
import type * as Conditions from '#widget/conditions.ts';
import type * as Cost from '#widget/cost.ts';
import type * as Parts from '#widget/parts.ts';
import type { Proofbell } from '#widget/widget.ts';

const SRC = 'https://proofbell.test/widget.js';
export const PAYLOAD_URL = 'https://proofbell.test/api/embed/s';

export const notification = (id: string, rules?: Rules): EmbedNotification => ({
  id,
  type: 'custom',
  message: id,
  timestamp: '2026-01-01T00:00:00.000Z',
  ...(rules && { rules: compileRules(rules) }),
});

export const payloadWith = (notifications: EmbedNotification[], rules: Rules = DEFAULT_RULES): CompactPayload => ({
  v: 2,
  token: 'the-token',
  site: { timezone: 'UTC' },
  widget: {
    behavior: { timing: { timeBetween: 3, randomizeTiming: false } },
    rules: compileRules(rules),
    style: '.region{}',
  },
  notifications,
});

/** What is on the page now, by id (as in a browser, one notification replaces another), and the loaded scripts. */
export const screen: {
  shown: string[];
  style?: string;
  close?: () => void;
  loaded: string[];
  /** Whether no file beside the script can be loaded. */
  isBlocked: boolean;
  /** What the inspector was given to ask the widget with. */
  inspected?: Parameters<Inspect>[4];
} = {
  shown: [],
  loaded: [],
  isBlocked: false,
};

/** Stands in for what is drawn, but not on the page. */
class BesidePage {}

const fakeView = {
  openRegion() {
    screen.shown = [];
    const ownerDocument = { activeElement: null };
    return { hostElement: { isConnected: true, ownerDocument, remove() {} }, liveRegion: {} };
  },
  renderNotification(
    { liveRegion }: { liveRegion: unknown },
    { notification, style }: { notification: EmbedNotification; style: string },
    { onDismiss }: { onDismiss(): void },
  ) {
    const isOnPage = !(liveRegion instanceof BesidePage);
    if (isOnPage) Object.assign(screen, { shown: [notification.id], style, close: onDismiss });
    return {
      rendered: Object.assign(new EventTarget(), { ownerDocument: { hidden: false }, isOnPage }),
      place() {},
      hide() {
        screen.shown = [];
      },
    };
  },
};

export type Stage = ReturnType<typeof makeStage>;

type Given = {
  siteId?: string;
  href?: string;
  attributes?: Record<string, string>;
  /** What the stage's own backend answers to an inspection link: a payload, or nothing; by default it isn't valid. */
  link?: CompactPayload | '';
} & (
  | { payload?: CompactPayload; backend?: undefined }
  | { payload?: undefined; backend: (url: string, init: RequestInit) => Promise<Response> }
);

/**
 * @param given `payload` is what the stage's own backend returns for GET, by default one notification, 'a' (it responds
 * to events with 204); `backend` replaces that backend.
 */
export function makeStage(given: Given = {}) {
  const payload = given.payload ?? payloadWith([notification('a')]);
  screen.shown = [];
  const items = new Map<string, string>();
  const storageCalls: string[] = [];
  /** What storage does: a test may have it refuse. */
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string): void {
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
  };
  const localStorage = new Proxy(storage as unknown as Storage, {
    get(target, key) {
      storageCalls.push(String(key));
      return Reflect.get(target, key);
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  const location = { href: '', hash: '', pathname: '', hostname: '' };
  const navigation = new EventTarget();
  const visit = (href: string) => {
    const { hash, pathname, hostname } = new URL(href);
    Object.assign(location, { href, hash, pathname, hostname });
    navigation.dispatchEvent(new Event('currententrychange'));
  };
  visit(given.href ?? 'https://shop.example/');
  const document = Object.assign(new EventTarget(), {
    hidden: false,
    referrer: '',
    activeElement: null,
    body: null,
    location,
    documentElement: { lang: '', scrollHeight: 1_000, append() {} },
  });
  const entries: unknown[] = [];
  const window = Object.assign(new EventTarget(), {
    document,
    location,
    navigation,
    localStorage,
    scrollY: 0,
    innerHeight: 500,
    navigator: { language: 'en' },
    performance: { getEntriesByType: () => entries },
    matchMedia: () => ({ matches: false }),
  });
  const requests: string[] = [];
  const events: Interaction[] = [];
  const answers: Promise<Response>[] = [];
  const fetch = vi.fn(async (url: string, init: RequestInit = {}) => {
    const { body } = init;
    const [address = '', query] = url.split('?');
    // Every payload is asked for in this form.
    if (query !== undefined) expect(query).toBe('v=2&l=en');
    requests.push(`${body ? 'POST' : 'GET'} ${address}`);
    if (address.endsWith('/events')) events.push(...(JSON.parse(`${body}`) as { events: Interaction[] }).events);
    if (!given.backend && address.endsWith('/draft')) {
      const { link } = given;
      return new Response(link ? JSON.stringify(link) : null, { status: link === undefined ? 204 : 200 });
    }
    if (!given.backend) return body ? new Response(null, { status: 204 }) : new Response(JSON.stringify(payload));
    const answer = given.backend(url, init);
    answers.push(answer);
    return answer;
  });
  const attributes = { ...given.attributes };
  const tag = {
    src: SRC,
    get dataset() {
      return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.slice('data-'.length), value]));
    },
    getAttribute: (name: string) => attributes[name] ?? null,
  };
  return {
    window: window as unknown as Window & { Proofbell?: Proofbell },
    tag: tag as unknown as HTMLScriptElement,
    siteId: given.siteId ?? 's',
    attributes,
    payload,
    /** The given backend's response, once there is one. */
    answers,
    document,
    entries,
    events,
    fetch,
    items,
    requests,
    storage,
    storageCalls,
    visit,
    hide(isHidden: boolean) {
      document.hidden = isHidden;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    leaveByMouse: () => document.dispatchEvent(Object.assign(new Event('mouseleave'), { clientY: -1 })),
  };
}

/** Everything observed that is on the page is fully visible immediately. */
class EverythingInView {
  readonly run: (entries: { intersectionRatio: number }[]) => void;
  constructor(run: (entries: { intersectionRatio: number }[]) => void) {
    this.run = run;
  }
  observe({ isOnPage }: { isOnPage: boolean }) {
    queueMicrotask(() => this.run([{ intersectionRatio: isOnPage ? 1 : 0 }]));
  }
  disconnect() {}
}

/** The files beside the script, as `loadPart` finds them. */
let meter: typeof Cost;
let conditions: typeof Conditions;
const inspect: Inspect = (_tag, _token, _url, _on, read) => {
  screen.inspected = read;
};

/** Installs a fake clock and browser; `leaveStage` restores the real ones. */
export function enterStage(clock: Parameters<typeof vi.useFakeTimers>[0] = {}): void {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z'), ...clock });
  vi.doMock('#widget/view.ts', () => fakeView);
  screen.loaded = [];
  screen.isBlocked = false;
  vi.doMock('#widget/parts.ts', async (original) => ({
    ...(await original<typeof Parts>()),
    loadPart: (address: string, use: (exports: object) => void, fail?: () => void) => {
      screen.loaded.push(address);
      if (screen.isBlocked) return fail?.();
      if (address.endsWith('widget-cost.js')) use(meter);
      if (address.endsWith('widget-conditions.js')) use(conditions);
      if (address.endsWith('widget-inspector.js')) use({ inspect });
    },
  }));
  vi.stubGlobal('IntersectionObserver', EverythingInView);
  vi.stubGlobal('DocumentFragment', BesidePage);
  // Not one of the loads that report their cost, unless a test asks for one.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
}

export function leaveStage(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

export const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

/**
 * Loads the widget afresh, as a page load does, with the built-ins of that moment. The notifications are still loading.
 * @param isWhole whether it is the script of a fixed version.
 */
export async function start(stage: Stage, isWhole = false): Promise<Proofbell> {
  vi.stubGlobal('fetch', stage.fetch);
  vi.resetModules();
  meter = await import('#widget/cost.ts');
  conditions = await import('#widget/conditions.ts');
  const { startWidget } = await import('#widget/widget.ts');
  const proofbell = startWidget(stage.window, stage.tag, stage.siteId, isWhole ? conditions : undefined);
  stage.window.Proofbell = proofbell;
  return proofbell;
}

/** The same, but with the notifications loaded. */
export async function run(stage: Stage): Promise<Proofbell> {
  const proofbell = await start(stage);
  await pass(0);
  return proofbell;
}

/** What the visitor's browser remembers. */
export const memoryOf = (stage: Stage) => JSON.parse(stage.items.get('proofbell:s:visitor') ?? 'null');
