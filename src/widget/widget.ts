// The widget on one page, as its scripts see it: waits for consent, loads the payload, starts the notices, ends
// everything at once.
import type { Inspected } from '#shared/embed/inspection.ts';
import { loadInspector, tokenIn } from './inspect.ts';
import { type Answer, askBackend, payloadOf } from './load.ts';
import { makeStore } from './memory.ts';
import { type NoticesParts, type Running, runNotices } from './notices.ts';
import { fetch, now, quietly, whenIdle } from './quiet.ts';

/** What scripts of the host page find as `window.Proofbell`. On customers' pages: nothing here is ever renamed. */
export type Proofbell = {
  /** Hides what is shown and stops the time until resumed; what is shown by `show` meanwhile stays as long. */
  pause(): void;
  resume(): void;
  /** Shows a notice now, whatever delays, caps, rules and dismissals say; unknown and ended ones are passed over. */
  show(id: string): void;
  /** Takes the widget off the page; the script tag may be run again. */
  destroy(): void;
  /** @returns what ends the listening. */
  on(event: Parameters<NoticesParts['emit']>[0], run: (detail: { id: string }) => void): () => void;
  /** Tells a fact that rules may ask for; undefined or null takes it back. */
  set(key: string, value: unknown): void;
  /** Lets a tag with `data-consent="required"` begin; `false` ends all and forgets what was stored, until `true`. */
  consent(yes: boolean): void;
};

/**
 * Starts the widget. Nothing it does throws into the page; calls before the notices are loaded wait for them.
 * @param tag beside whose script the backend is.
 * @throws when the tag's script has no address.
 */
export function startWidget(window: Window, tag: HTMLScriptElement, siteId: string): Proofbell {
  const { src, dataset } = tag;
  const beside = (path: string) => new URL(path, src).href;
  const url = beside(`api/embed/${encodeURIComponent(siteId)}`);
  const token = tokenIn(window.location.hash);
  const isDebug = dataset.debug !== undefined;
  const cameAt = now();
  const store = makeStore(() => window.localStorage, `proofbell:${siteId}:`);
  // A listener's own error is reported by the browser as the page's, and disturbs nothing here.
  const bus = new EventTarget();
  const told = new Map<string, string | undefined>();
  let isAllowed = dataset.consent !== 'required';
  /** Of the run that goes on, or waits to begin: each consent has its own. */
  let life: AbortController;
  let begin: () => void;
  let running: Promise<Running | false | null | undefined>;

  const prepare = () => {
    life = new AbortController();
    const { signal } = life;
    let startedAt: number;
    const waiting = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const load = () => {
      startedAt = now();
      return askBackend(url, fetch);
    };
    const start = (answer: Answer = []) => {
      const payload =
        !signal.aborted && payloadOf(answer, store, now(), (run) => whenIdle(() => signal.aborted || run()));
      return (
        payload &&
        runNotices(payload, {
          window,
          signal,
          store,
          startedAt,
          cameAt,
          addresses: [src, url],
          fact: (name) => told.get(name) ?? tag.getAttribute(`data-${name}`),
          emit: quietly((event: string, id: string) => bus.dispatchEvent(new CustomEvent(event, { detail: { id } }))),
          send(body) {
            // An owner who looks for a notice is no visitor, and without consent nothing leaves the page.
            if (!isAllowed || token) return;
            fetch(`${url}/events`, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
          },
        })
      );
    };
    running = waiting.then(quietly(load)).then(quietly(start));
    if (isAllowed) begin();
  };
  const call = (run: (notices: Running) => void) => {
    const { signal } = life;
    running.then(quietly((notices) => notices && !signal.aborted && run(notices)));
  };
  const on: Proofbell['on'] = (event, run) => {
    const hear = (happened: Event) => run((happened as CustomEvent<{ id: string }>).detail);
    bus.addEventListener(event, hear);
    return () => bus.removeEventListener(event, hear);
  };

  prepare();
  if (token || isDebug) {
    loadInspector(beside('widget-inspector.js'), {
      siteId,
      url,
      token,
      isDebug,
      isHeld: () => !isAllowed,
      get running() {
        return running;
      },
      on,
    } as Inspected);
  }

  return {
    pause: () => call((notices) => notices.pause()),
    resume: () => call((notices) => notices.resume()),
    show: (id) => call((notices) => notices.ask(id)),
    destroy: quietly(() => {
      life.abort();
      delete window.Proofbell;
    }),
    on,
    set: quietly((key: string, value: unknown) => {
      told.set(key, value?.toString());
      call((notices) => notices.recheck());
    }),
    consent: quietly((yes: boolean) => {
      // Destroyed: it stays so, and forgets all the same.
      if (life.signal.aborted) return yes || store.clear();
      const wasAllowed = isAllowed;
      isAllowed = yes;
      if (yes) return begin();
      if (wasAllowed) {
        life.abort();
        prepare();
      }
      store.clear();
    }),
  };
}
