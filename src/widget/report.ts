// Sends what happened to the backend, in batches. An event is sent once: when the answer is unclear it may have been
// counted, and a doubled figure is worse than a missing one.
import type { Device, EmbedEvent, EventType } from '#shared/embed/payload.ts';
import type { Clock } from './quiet.ts';

/** Events wait this long for company, in milliseconds. */
export const BATCH_TIME = 1_000;
/** A request holds at most 50 events and 8 KiB (design: Embed); this many with the longest page below stay under both. */
export const BATCH_SIZE = 20;
const PAGE_MAX = 200;

export type Reporter = {
  add(type: EventType, notificationId: string): void;
  /** Sends what waits: the page may be about to go. */
  flush(): void;
};

export type ReportParts = {
  clock: Clock;
  token: string;
  page: () => string;
  device: () => Device;
  /** Hands a body over to the browser; it must not throw and is not told how it went. */
  send: (body: string) => void;
};

/** @returns a reporter with nothing to send. */
export function makeReporter({ clock, token, page, device, send }: ReportParts): Reporter {
  // Each event is text already, joined by hand: on pages that patch Array.prototype.toJSON a list comes out as a text.
  let waiting: string[] = [];
  let cancel: (() => void) | undefined;

  const flush = () => {
    cancel?.();
    cancel = undefined;
    const bodies = waiting;
    waiting = [];
    while (bodies.length > 0) send(`{"token":${JSON.stringify(token)},"events":[${bodies.splice(0, BATCH_SIZE)}]}`);
  };
  return {
    add(type, notificationId) {
      const event: EmbedEvent = { type, notificationId, page: page().slice(0, PAGE_MAX), device: device() };
      waiting.push(JSON.stringify(event));
      cancel ??= clock.after(BATCH_TIME, flush);
    },
    flush,
  };
}

export type SendParts = { fetch: typeof fetch; navigator: Navigator; canKeepAlive: boolean };

/**
 * @returns what sends a body to `url` so that it arrives even when the page goes away. A beacon, where fetch cannot do
 * that, would carry cookies; fetch carries none.
 */
export function makeSend(url: string, { fetch, navigator, canKeepAlive }: SendParts): (body: string) => void {
  return (body) => {
    if (!canKeepAlive) navigator.sendBeacon(url, body);
    else fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
  };
}
