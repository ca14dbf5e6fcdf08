// Fetches the payload. When the backend is down the last good one serves for a day; when the site is gone, nothing does.
import { type ReadPayload, readPayload } from '#shared/embed/read-payload.ts';
import type { Clock } from './quiet.ts';
import type { Store } from './storage.ts';

/** The last good payload serves this long, in milliseconds (design: Embed). */
export const KEPT_FOR = 24 * 3_600_000;
/** A backend that has not answered by then counts as down, in milliseconds. */
export const ANSWER_TIME = 10_000;

const KEY = 'payload';

export type LoadParts = { fetch: typeof fetch; clock: Clock; store: Store };

/** @returns the payload from `url`, the one kept, or null when there is nothing to show. Never rejects. */
export async function loadPayload(url: string, { fetch, clock, store }: LoadParts): Promise<ReadPayload | null> {
  const giveUp = new AbortController();
  const cancel = clock.after(ANSWER_TIME, () => giveUp.abort());
  try {
    const response = await fetch(url, { credentials: 'omit', signal: giveUp.signal });
    // Unknown site, or a domain the owner has not listed: a clear answer, after which the kept one is no longer true.
    if (response.status === 404 || response.status === 403) {
      store.set(KEY, null);
      return null;
    }
    const text = response.ok ? await response.text() : '';
    const payload = readPayload(text);
    if (payload) {
      store.set(KEY, `${clock.now()} ${text}`);
      return payload;
    }
  } catch {
    // Down, slow, blocked: as if it had answered nonsense.
  } finally {
    cancel();
  }
  const kept = store.get(KEY) ?? '';
  const age = clock.now() - Number.parseInt(kept, 10);
  return age >= 0 && age < KEPT_FOR ? readPayload(kept.slice(kept.indexOf(' '))) : null;
}
