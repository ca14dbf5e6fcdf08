// Puts the real widget on the home page, with the built-in example for which nothing is stored, counted or reported
// (server/embed/example.ts). Plain DOM, because it runs before React is loaded, and React calls it again. How far it is
// stands on <html>: two bundles may hold this module, and share nothing else.
import { EXAMPLE } from '#shared/embed/protocol.ts';
import type { Proofbell } from '#widget/widget.ts';

/** Waiting for an idle moment; its script was asked for; the first example is on the page; nothing came of it. */
export type ExampleState = 'waiting' | 'loading' | 'shown' | 'blocked';

/** Fires on the document whenever the state changes. */
export const EXAMPLE_CHANGED = 'proofbell:example';
const EXAMPLE_OVER = 'proofbell:example-over';

/** The widget gives up on its backend after ten seconds. */
const GIVEN_UP_AFTER = 12_000;
/** As high as a notification gets at the bottom of a phone, and some air, in pixels. */
const ROOM = 150;
/** What a notification must never lie on. */
const KEEP_CLEAR = '[data-keep-clear]';

const widget = () => (window as { Proofbell?: Proofbell }).Proofbell;

/** @returns where the example is, what it cost until its first notification, in ms, and when it was started. */
export function exampleNow(): { state: ExampleState | undefined; time: number | undefined; since: number } {
  const { example, exampleTime, exampleSince } = document.documentElement.dataset;
  return {
    state: example as ExampleState | undefined,
    time: exampleTime === undefined ? undefined : Number(exampleTime),
    since: Number(exampleSince ?? 0),
  };
}

function enter(state: ExampleState): void {
  document.documentElement.dataset.example = state;
  document.dispatchEvent(new Event(EXAMPLE_CHANGED));
}

/** Runs once the page has loaded and has nothing else to do. */
function whenIdle(run: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 4_000 });
    else setTimeout(run, 500);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

/** Hides the notification, and holds the next one, while something that must stay free is where it would be. */
function keepClear({ pause, resume }: Proofbell, signal: AbortSignal): void {
  const inTheWay = new Set<Element>();
  let observer: IntersectionObserver | undefined;
  let focused: Element | undefined;
  let isPaused = false;
  const decide = () => {
    if (inTheWay.size > 0 === isPaused) return;
    isPaused = !isPaused;
    if (isPaused) pause();
    else resume();
  };
  const observe = () => {
    observer?.disconnect();
    inTheWay.clear();
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) inTheWay[isIntersecting ? 'add' : 'delete'](target);
        decide();
      },
      { rootMargin: `${Math.min(0, ROOM - innerHeight)}px 0px 0px` },
    );
    for (const element of document.querySelectorAll(KEEP_CLEAR)) observer.observe(element);
    if (focused) observer.observe(focused);
  };
  observe();
  // Nor on what somebody has reached by keyboard, or is typing into; unless it is in the notification itself.
  const onFocus = ({ target, type }: FocusEvent) => {
    const isReached = target instanceof Element && target.matches(':focus-visible:not(proofbell-widget)');
    focused = isReached && type === 'focusin' ? target : undefined;
    observe();
  };
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('focusout', onFocus, { signal });
  addEventListener('resize', observe, { signal });
  signal.addEventListener('abort', () => observer?.disconnect());
}

function onLoaded(signal: AbortSignal): void {
  const proofbell = widget();
  if (!proofbell) {
    enter('blocked');
    return;
  }
  const stopListening = proofbell.on('show', () => {
    stopListening();
    // Once the widget's own call is over, which is when its time is added up.
    queueMicrotask(() => {
      document.documentElement.dataset.exampleTime = String(proofbell.cost());
      enter('shown');
    });
  });
  keepClear(proofbell, signal);
  setTimeout(() => {
    const isThere = document.querySelector('html > proofbell-widget');
    if (!signal.aborted && !isThere) enter('blocked');
  }, GIVEN_UP_AFTER);
}

/** Starts it when the page is idle. Once it has started, further calls do nothing. */
export function startExampleWidget(): void {
  const { dataset } = document.documentElement;
  // A page that already has a widget keeps its own.
  if (dataset.example || widget()) return;
  dataset.exampleSince = String(performance.now());
  enter('waiting');
  const life = new AbortController();
  const { signal } = life;
  document.addEventListener(EXAMPLE_OVER, () => life.abort(), { once: true });
  whenIdle(() => {
    if (signal.aborted) return;
    const script = document.createElement('script');
    script.async = true;
    script.src = '/widget.js';
    script.dataset.siteId = EXAMPLE.siteId;
    // What was stopped while it loaded ends at once.
    script.addEventListener('load', () => (signal.aborted ? widget()?.destroy() : onLoaded(signal)));
    script.addEventListener('error', () => signal.aborted || enter('blocked'));
    signal.addEventListener('abort', () => script.remove());
    document.head.append(script);
    enter('loading');
  });
}

/** Shows an example now, whatever was shown or closed before. */
export const showExample = (): void => widget()?.show(EXAMPLE.notificationId);

/** Takes it off the page: whoever goes on to other screens of the app has seen the example. */
export function stopExampleWidget(): void {
  const { dataset } = document.documentElement;
  if (!dataset.example) return;
  document.dispatchEvent(new Event(EXAMPLE_OVER));
  if (dataset.example !== 'waiting') widget()?.destroy();
  delete dataset.example;
  delete dataset.exampleTime;
}
