// Fetches the payload. While the backend is down, the last good payload is used for up to a day; once the site is gone,
// none is.
import type { LoadedPayload } from '#shared/embed/payload.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import type { Store } from './memory.ts';
import { fetch } from './quiet.ts';

/** How long the last good payload may be used, in milliseconds (design: Embed). */
export const STORED_FOR = 24 * 3_600_000;
/** How long the backend may take to answer before it counts as down, in milliseconds. */
const TIMEOUT = 10_000;

const PAYLOAD = 'payload';
/** A stored payload is prefixed with its time, in milliseconds since 1970, which has this many digits until 2286. */
const TIME_LENGTH = 13;

/** Status and body; no status if the backend is down, slow or blocked. */
export type Answer = [status?: number, text?: string];

/** Requests the payload at `url`. Never rejects. */
export const askBackend = (url: string, init?: RequestInit): Promise<Answer> =>
  fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT), ...init })
    .then(async (answer): Promise<Answer> => [answer.status, await answer.text()])
    .catch(() => []);

/**
 * Stores a good response's payload for later.
 * @param now milliseconds since 1970.
 * @param later runs the storing when the page is idle.
 * @returns the payload in the response, or the stored one, or null if there is nothing to show.
 */
export function payloadOf(
  [status, text]: Answer,
  store: Store,
  now: number,
  later: (run: () => void) => void,
): LoadedPayload | null {
  const payload = status === 200 && readPayload(text as string);
  if (payload) {
    later(() => store.set(PAYLOAD, `${now}${text}`));
    return payload;
  }
  // An unknown site, or a domain not listed by the owner: after such a clear answer, the stored payload is obsolete.
  if (/40[34]/.test(status as unknown as string)) store.set(PAYLOAD, '');
  const stored = store.get(PAYLOAD) ?? '';
  const age = now - Number(stored.slice(0, TIME_LENGTH));
  return age >= 0 && age < STORED_FOR ? readPayload(stored.slice(TIME_LENGTH)) : null;
}
