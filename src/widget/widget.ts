// The widget on one page, as its scripts see it: loads the payload, starts the notices, ends everything at once.
import { loadPayload } from './load.ts';
import { makeStore } from './memory.ts';
import { type NoticesParts, type Running, runNotices } from './notices.ts';
import { fetch, now, quietly } from './quiet.ts';

/** What scripts of the host page find as `window.Proofbell`. On customers' pages: nothing here is ever renamed. */
export type Proofbell = {
  /** Hides what is shown and stops the time until resumed; what is shown by `show` meanwhile stays as long. */
  pause(): void;
  resume(): void;
  /** Shows a notice now, whatever delays, caps and dismissals say; unknown and ended ones are passed over. */
  show(id: string): void;
  /** Takes the widget off the page; the script tag may be run again. */
  destroy(): void;
  /** @returns what ends the listening. */
  on(event: Parameters<NoticesParts['emit']>[0], run: (detail: { id: string }) => void): () => void;
};

/**
 * Starts the widget. Nothing it does throws into the page; calls before the notices are loaded wait for them.
 * @param url address of the site's payload; its events go to `/events` below it.
 */
export function startWidget(window: Window, siteId: string, url: string): Proofbell {
  const life = new AbortController();
  const { signal } = life;
  const store = makeStore(() => window.localStorage, `proofbell:${siteId}:`);
  // A listener's own error is reported by the browser as the page's, and disturbs nothing here.
  const bus = new EventTarget();
  const startedAt = now();

  const running = loadPayload(url, fetch, store, now).then(
    (payload) =>
      payload &&
      runNotices(payload, {
        window,
        signal,
        store,
        startedAt,
        emit: (event, id) => bus.dispatchEvent(new CustomEvent(event, { detail: { id } })),
        send(body) {
          fetch(`${url}/events`, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
        },
      }),
  );
  const call = (run: (notices: Running) => void) => {
    running.then((notices) => notices && !signal.aborted && run(notices)).catch(() => {});
  };
  call(() => {});

  return {
    pause: () => call((notices) => notices.pause()),
    resume: () => call((notices) => notices.resume()),
    show: (id) => call((notices) => notices.show(id)),
    destroy() {
      call((notices) => {
        notices.stop();
        life.abort();
      });
      quietly(() => delete window.Proofbell)();
    },
    on(event, run) {
      const hear = (happened: Event) => run((happened as CustomEvent<{ id: string }>).detail);
      bus.addEventListener(event, hear);
      return () => bus.removeEventListener(event, hear);
    },
  };
}
