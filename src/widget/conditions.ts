// Conditions: what they ask about is watched on the page, and whether they hold is computed. A file of its own, which the
// widget loads by the hash in its name once a payload has conditions, an owner asks about them, or a browser may take part in
// an epoch.
import type { Facts } from '#shared/embed/facts.ts';
import type { LoadedPayload } from '#shared/embed/payload.ts';
import { rulesHold } from '#shared/embed/rules.ts';
import { withPage } from '#shared/embed/visit.ts';
import { type Epoch, type EpochParts, joinEpoch } from './enrolment.ts';
import type { Memory } from './memory.ts';
import type { after, listen } from './quiet.ts';

/** A scrolling page is measured at most this often, in milliseconds; by then a new page has usually rendered. */
const SCROLL_INTERVAL = 500;

export type Conditions = Pick<Epoch, 'draw' | 'goal'> & {
  holds: typeof rulesHold;
  /** Call when the visitor has arrived on another page. */
  startPage(): void;
  /**
   * @param base the facts that the widget needs itself.
   * @param cameAt when the visitor arrived on the page, in milliseconds since 1970.
   * @returns everything that conditions are compared with.
   */
  factsOf(
    base: Pick<Facts, 'now' | 'device'>,
    memory: Memory,
    cameAt: number,
    timezone: string,
    fact: Facts['fact'],
  ): Facts;
};

/** @returns the host the visitor came from; undefined if it is the page's own, or there is none. */
export function externalHost({ referrer, location }: Document): string | undefined {
  const host = /\/\/([^/:]+)/.exec(referrer)?.[1];
  return host === location.hostname ? undefined : host;
}

/**
 * Starts watching the page where the visitor is. Parameters are positional, and nothing returned here is shortened by the
 * build, because it is in another file than the widget.
 * @param run and `on` the widget's own timer and listener: they keep errors away from the page, and its time.
 * @param save changes what is remembered about the visitor.
 * @param onExit called when the mouse leaves through the top edge.
 * @param payload the one in use: a newer one is written into it.
 * @param rest what epochs need.
 */
export function watchConditions(
  window: Window,
  signal: AbortSignal,
  run: typeof after,
  on: typeof listen,
  save: (change: (memory: Memory) => Partial<Memory>) => void,
  onExit: () => void,
  payload: LoadedPayload,
  ...rest: EpochParts
): Conditions {
  const { document } = window;
  /** The furthest pixel of this page that has been in view, from the top. */
  let seenTo = 0;
  /** Whether the mouse has left this page through the top edge. */
  let exit = false;
  let host = externalHost(document);
  let cancel: (() => void) | undefined;
  const measure = () => {
    cancel = undefined;
    seenTo = Math.max(seenTo, window.scrollY + window.innerHeight);
  };
  const startOver = () => {
    seenTo = 0;
    exit = false;
    cancel?.();
    cancel = run(SCROLL_INTERVAL, measure);
  };
  const epoch = joinEpoch(window, signal, run, payload, ...rest);
  const count = () => {
    const all = [payload.widget, ...payload.notifications];
    // For an epoch alone nothing of it is remembered.
    if (all.some(({ rules }) => rules?.conditions[0])) save((memory) => withPage(memory, host));
    host = undefined;
    epoch.arrive();
  };
  startOver();
  // A page that was opened in the background begins once somebody comes to it.
  if (!document.hidden) count();
  // Not in the listener: the page may still be changing, and measuring would force another layout.
  on(
    window,
    'scroll',
    () => {
      cancel ??= run(SCROLL_INTERVAL, measure);
    },
    signal,
  );
  on(
    document,
    'mouseleave',
    (event) => {
      if ((event as MouseEvent).clientY > 0) return;
      exit = true;
      onExit();
    },
    signal,
  );
  return {
    draw: epoch.draw,
    goal: epoch.goal,
    holds: rulesHold,
    startPage() {
      startOver();
      count();
    },
    factsOf: (base, { visits, pages, from }, cameAt, timezone, fact) => ({
      ...base,
      timezone,
      href: window.location.href,
      referrer: from ?? '',
      language: window.navigator.language,
      visits,
      // A visit that begins on an open page starts with that page.
      pages: pages || 1,
      time: Math.floor((base.now - cameAt) / 1000),
      // Computed only if a rule asks: it may force a layout. A page pulled past its end, or one without height, must not
      // exceed 100.
      get scroll() {
        return Math.min(Math.round((seenTo / document.documentElement.scrollHeight) * 100), 100);
      },
      exit,
      fact,
    }),
  };
}
