// Sends interactions and cost reports to the backend in batches, each once: after an unclear answer it may have been
// counted, and a doubled figure is worse than a missing one.
import type { Interaction, NotificationInteraction } from '#shared/embed/payload.ts';
import { PAGE_MAX } from '#shared/embed/protocol.ts';

/** A request holds at most 50 interactions and 8 KiB (design: Embed); this many with the longest page stay under both. */
const BATCH_SIZE = 20;

export type Reporter = {
  add(event: Interaction): void;
  /** Sends everything that waits. */
  sendAll(): void;
};

/**
 * @param token of the payload.
 * @param send hands a body to the browser; nobody asks what became of it.
 * @returns a reporter with nothing to send.
 */
export function makeReporter(token: string, send: (body: string) => void): Reporter {
  // Kept as JSON texts and joined by hand: on pages that patch Array.prototype.toJSON, a list would be sent as text.
  const waiting: string[] = [];
  return {
    add(event) {
      waiting.push(JSON.stringify({ ...event, page: (event as NotificationInteraction).page?.slice(0, PAGE_MAX) }));
    },
    sendAll() {
      // Out of the list first: even a send that throws may have been counted.
      while (waiting[0]) send(`{"token":${JSON.stringify(token)},"events":[${waiting.splice(0, BATCH_SIZE)}]}`);
    },
  };
}
