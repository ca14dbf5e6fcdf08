// Sends what happened to the backend, in batches. An event is sent once: when the answer is unclear it may have been
// counted, and a doubled figure is worse than a missing one.
import type { EmbedEvent, NoticeEvent } from '#shared/embed/payload.ts';

/** A request holds at most 50 events and 8 KiB (design: Embed); this many with the longest page below stay under both. */
export const BATCH_SIZE = 20;
export const PAGE_MAX = 200;

export type Reporter = {
  add(event: EmbedEvent): void;
  /** Sends what waits. */
  flush(): void;
};

/**
 * @param token of the payload.
 * @param send hands a body over to the browser, which is not asked how it went.
 * @returns a reporter with nothing to send.
 */
export function makeReporter(token: string, send: (body: string) => void): Reporter {
  // Each event is text already, joined by hand: on pages that patch Array.prototype.toJSON a list comes out as a text.
  const waiting: string[] = [];
  return {
    add(event) {
      waiting.push(JSON.stringify({ ...event, page: (event as NoticeEvent).page?.slice(0, PAGE_MAX) }));
    },
    flush() {
      // Out of the list first: a failure that is thrown is not known to be one.
      while (waiting[0]) send(`{"token":${JSON.stringify(token)},"events":[${waiting.splice(0, BATCH_SIZE)}]}`);
    },
  };
}
