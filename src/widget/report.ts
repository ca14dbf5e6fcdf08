// Sends interactions and cost reports to the backend in batches, each only once: after an unclear answer it may already
// have been counted, and counting twice is worse than not at all.
import type { Interaction, LoadedPayload, NotificationInteraction } from '#shared/embed/payload.ts';
import { PAGE_MAX } from '#shared/embed/protocol.ts';

/** A request may hold 50 interactions and 8 KiB (design: Embed); this many, with the longest page, stay under both. */
const BATCH_SIZE = 20;

export type Reporter = {
  add(event: Interaction): void;
  /** Sends everything that is waiting. */
  sendAll(): void;
};

/**
 * @param payload whose token is sent; a newer one may have been written into it.
 * @param send passes a body to the browser, without reporting the outcome.
 * @returns a reporter with nothing to send.
 */
export function makeReporter(payload: Pick<LoadedPayload, 'token'>, send: (body: string) => void): Reporter {
  // Stored as JSON strings and joined by hand: on pages that patch Array.prototype.toJSON, a list would be sent as
  // text.
  const waiting: string[] = [];
  return {
    add(event) {
      waiting.push(JSON.stringify({ ...event, page: (event as NotificationInteraction).page?.slice(0, PAGE_MAX) }));
    },
    sendAll() {
      // Remove them first: even a send that throws may have been counted.
      while (waiting[0]) send(`{"token":${JSON.stringify(payload.token)},"events":[${waiting.splice(0, BATCH_SIZE)}]}`);
    },
  };
}
