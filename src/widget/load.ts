// Fetches the payload. When the backend is down the last good one serves for a day; when the site is gone, nothing does.
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import type { Store } from './memory.ts';

/** The last good payload serves this long, in milliseconds (design: Embed). */
export const KEPT_FOR = 24 * 3_600_000;
/** A backend that has not answered by then counts as down, in milliseconds. */
const ANSWER_TIME = 10_000;

export const PAYLOAD = 'payload';
/** The moment stands before the payload that is kept, in milliseconds since 1970: of so many digits until 2286. */
const TIME_LENGTH = 13;

/** Status and body; no status when the backend is down, slow or blocked. */
export type Answer = [status?: number, text?: string];

/** Asks for the payload at `url`. Never rejects. */
export const askBackend = (url: string, fetch: typeof globalThis.fetch): Promise<Answer> =>
  fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(ANSWER_TIME) })
    .then(async (answer): Promise<Answer> => [answer.status, await answer.text()])
    .catch(() => []);

/**
 * Keeps a good answer's payload for later.
 * @param now milliseconds since 1970.
 * @param keep runs what stores it, when that disturbs nobody.
 * @returns the payload of the answer, the one kept, or null when there is nothing to show.
 */
export function payloadOf(
  [status, text]: Answer,
  store: Store,
  now: number,
  keep: (run: () => void) => void,
): EmbedPayload | null {
  const payload = status === 200 && readPayload(text as string);
  if (payload) {
    keep(() => store.set(PAYLOAD, `${now}${text}`));
    return payload;
  }
  // An unknown site, or a domain the owner has not listed: after so clear an answer the kept one is no longer true.
  if (/40[34]/.test(status as unknown as string)) store.set(PAYLOAD, '');
  const kept = store.get(PAYLOAD) ?? '';
  const age = now - Number(kept.slice(0, TIME_LENGTH));
  return age >= 0 && age < KEPT_FOR ? readPayload(kept.slice(TIME_LENGTH)) : null;
}
