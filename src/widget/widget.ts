// The widget on one page, as the page's scripts see it: waits for consent, loads the payload, starts the notifications,
// and ends everything at once.
import type { Inspect } from '#shared/embed/inspection.ts';
import type * as ConditionsFile from './conditions.ts';
import { type Answer, askBackend, payloadOf } from './load.ts';
import { armName, type Enrolment, EPOCH, enrolmentOf, makeStore } from './memory.ts';
import { type NotificationsParts, type Running, runNotifications } from './notifications.ts';
import { languageOf } from './page.ts';
import { loadPart, tokenIn } from './parts.ts';
import { now, quietly, spent, whenIdle } from './quiet.ts';

/** The page's `window.Proofbell`. Customers' pages use it: nothing here is ever renamed. */
export type Proofbell = {
  /** Hides the notification and stops the clock until resumed; one shown by `show` in the meantime stays until then. */
  pause(): void;
  resume(): void;
  /** Shows a notification now, regardless of delays, caps, rules and dismissals; ignores unknown and ended ones. */
  show(id: string): void;
  /** Removes the widget from the page; the script tag may be run again. */
  destroy(): void;
  /** `enrol` comes with the arm as its id. @returns a function that stops listening. */
  on(event: Parameters<NotificationsParts['emit']>[0], run: (detail: { id: string }) => void): () => void;
  /** Sets a fact for rules to use; undefined or null removes it. */
  set(key: string, value: unknown): void;
  /**
   * Lets a tag with `data-consent="required"` start; `false` ends everything and deletes what was stored, until `true`.
   */
  consent(yes: boolean): void;
  /**
   * Counts a goal of the site, once for each browser that takes part in a measurement, within a week; ignores unknown ones.
   * @param options `value`: what it is worth, in the shop's currency, 0 to 1e12; anything else is left out.
   */
  goal(key: string, options?: { value?: number }): void;
  /**
   * @returns the arm of this browser, for orders to carry: `pb-<epoch>-0` if notifications are held back, to measure what
   * they change, `pb-<epoch>-1` if they show; '' if it takes no part, or was enrolled more than 7 days ago.
   */
  arm(): string;
  /** Takes this browser out of all measurements for good: what is stored of them is deleted, but for that it objected. */
  object(): void;
  /** @returns the milliseconds of the page's main thread that the widget has used so far. */
  cost(): number;
};

type Inspector = { inspect: Inspect };

/**
 * Starts the widget. Nothing it does throws into the page; calls made before the notifications are loaded wait for
 * them.
 * @param tag the backend's URLs are relative to its script, or to `data-server`, for optimizers that move the file.
 * @param conditions what they need, where it isn't a file of its own.
 * @throws if that is no address.
 */
export function startWidget(
  window: Window,
  tag: HTMLScriptElement,
  siteId: string,
  conditions?: typeof ConditionsFile,
): Proofbell {
  const { src, dataset } = tag;
  const beside = (path: string) => new URL(path, dataset.server || src).href;
  const url = beside(`api/embed/${encodeURIComponent(siteId)}`);
  /** Asks for the compact form, with the widget's words in the page's language. */
  const form = `?v=2&l=${languageOf(window)[0]}`;
  let token = tokenIn(window.location.hash);
  const cameAt = now();
  // Anyone can make up a link: only the server knows whether it is an owner's, and whether it has draft settings. The
  // token is in the body, because addresses end up in logs.
  const checked = (token && askBackend(`${url}/draft${form}`, { body: `{"token":"${token}"}`, method: 'POST' })) as
    | Promise<Answer>
    | undefined;
  /** The payload with the link's draft settings. While it or an example is shown, storage is neither read nor written. */
  let draft: string | false | undefined;
  const store = makeStore(() => (draft ? undefined : window.localStorage) as Storage, `proofbell:${siteId}:`);
  // Errors in the page's listeners are reported as the page's own and disturb nothing here.
  const bus = new EventTarget();
  const facts = new Map<string, string | undefined>();
  let isAllowed = dataset.consent !== 'required' && !/consent=required/.test(src);
  /** The lifetime of the run in progress or waiting to start: each consent has its own. */
  let life: AbortController;
  let begin: () => void;
  let running: Promise<Running | false | null | undefined>;

  const prepare = () => {
    life = new AbortController();
    const { signal } = life;
    let loadedAt: number;
    const waiting = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const load = (answer: Answer = []) => {
      loadedAt = now();
      draft = answer[0] === 200 && answer[1];
      // An owner who comes from the app wants to see what they have just changed.
      return draft ? answer : askBackend(url + form, checked && { cache: 'reload' });
    };
    const read = (answer: Answer) => payloadOf(answer, store, now(), (run) => whenIdle(() => signal.aborted || run()));
    const start = (answer: Answer = []) => {
      if (signal.aborted) return;
      const payload = read(answer);
      if (!payload && answer[0]) console.info(`Proofbell: ${answer[0]} from ${url}`);
      const isInspected = !!token || 'debug' in dataset;
      // Whoever looks at an example is no visitor, either.
      if (payload?.isExample) draft = token = siteId;
      return (
        payload &&
        runNotifications(payload, {
          window,
          signal,
          siteStore: store,
          loadedAt,
          cameAt,
          addresses: [src, url],
          isInspected,
          // The build inserts the hashed names here.
          loadConditions: (use, fail) =>
            conditions ? use(conditions) : loadPart(beside('widget-conditions.js'), use, fail),
          // Whoever pins the script by an integrity value gets no second script
          // that browsers can't check: import() takes no such value. Only the inspector, asked for by an owner, does load.
          loadCost: (use) => tag.integrity || token || loadPart(beside('widget-cost.js'), use),
          fact: (name) => facts.get(name) ?? tag.getAttribute(`data-${name}`),
          refetch: () => askBackend(url + form).then(read),
          emit: quietly((event: string, id: string) => bus.dispatchEvent(new CustomEvent(event, { detail: { id } }))),
          post(body) {
            // An owner inspecting the page is not a visitor, and without consent nothing leaves the page.
            if (!isAllowed || token) return;
            askBackend(`${url}/events`, { body, keepalive: true, method: 'POST' });
          },
        })
      );
    };
    running = waiting
      .then(() => checked)
      .then(quietly(load))
      .then(quietly(start));
    if (isAllowed) begin();
  };
  const call = (run: (notifications: Running) => void) => {
    const { signal } = life;
    running.then(quietly((notifications) => notifications && !signal.aborted && run(notifications)));
  };
  const on: Proofbell['on'] = (event, run) => {
    const listener = (emitted: Event) => run((emitted as CustomEvent<{ id: string }>).detail);
    bus.addEventListener(event, listener);
    return () => bus.removeEventListener(event, listener);
  };

  const object = () => {
    store.set(EPOCH, '0');
  };

  const arm = () => {
    // Without consent nothing is read, either.
    const epoch = (isAllowed && enrolmentOf(store, now())) as Enrolment | undefined;
    return epoch?.day ? armName(epoch) : '';
  };

  if (/proofbell-object/.test(window.location.hash)) object();
  prepare();
  Promise.resolve(checked).then(([status]: Answer = []) => {
    // Without an owner's link a visit is like any other, counted and all, also where its tag asks for the inspector.
    if (status !== 200) token = undefined;
    if (token || 'debug' in dataset) {
      loadPart<Inspector>(beside('widget-inspector.js'), (inspector) =>
        inspector.inspect(tag, token, url, on, () => [running, isAllowed]),
      );
    }
  });

  return {
    pause: () => call((notifications) => notifications.pause()),
    resume: () => call((notifications) => notifications.resume()),
    show: (id) => call((notifications) => notifications.ask(id)),
    destroy: quietly(() => {
      life.abort();
      delete window.Proofbell;
    }),
    on,
    set: quietly((key: string, value: unknown) => {
      facts.set(key, value?.toString());
      call((notifications) => notifications.recheck());
    }),
    consent: quietly((yes: boolean) => {
      // What earlier visits stored is deleted, too.
      if (!yes) draft = false;
      // Once destroyed, it stays destroyed but can still delete stored data.
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
    goal: (...goal) => call((notifications) => notifications.goal(...goal)),
    arm,
    object,
    cost: () => spent,
  };
}
