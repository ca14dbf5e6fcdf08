// Fetches the payload. When the backend is down the last good one serves for a day; when the site is gone, nothing does.
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import type { Store } from './memory.ts';

/** The last good payload serves this long, in milliseconds (design: Embed). */
export const KEPT_FOR = 24 * 3_600_000;
/** A backend that has not answered by then counts as down, in milliseconds. */
const ANSWER_TIME = 10_000;

const KEY = 'payload';

/**
 * @param now milliseconds since 1970.
 * @returns the payload from `url`, the one kept, or null when there is nothing to show. Never rejects.
 */
export async function loadPayload(
  url: string,
  fetch: typeof globalThis.fetch,
  store: Store,
  now: () => number,
): Promise<EmbedPayload | null> {
  try {
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(ANSWER_TIME) });
    const text = await answer.text();
    const payload = answer.ok ? readPayload(text) : null;
    if (payload) store.set(KEY, `${now()} ${text}`);
    // An unknown site, or a domain the owner has not listed: after so clear an answer the kept one is no longer true.
    else if (/40[34]/.test(`${answer.status}`)) store.set(KEY, '');
    if (payload) return payload;
  } catch {
    // Down, slow, blocked: as if it had answered nonsense.
  }
  const kept = store.get(KEY) ?? '';
  const age = now() - Number.parseInt(kept, 10);
  return age >= 0 && age < KEPT_FOR ? readPayload(kept.slice(kept.indexOf(' '))) : null;
}
