// Fetches the payload. While the backend is down, the last good one serves for a day; once the site is gone, none does.
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { readPayload } from '#shared/embed/read-payload.ts';
import type { Store } from './memory.ts';

/** The last good payload serves this long, in milliseconds (design: Embed). */
export const STORED_FOR = 24 * 3_600_000;
/** A backend that hasn't answered by then counts as down, in milliseconds. */
const TIMEOUT = 10_000;

const PAYLOAD = 'payload';
/** A stored payload follows its moment, in milliseconds since 1970, which has this many digits until 2286. */
const TIME_LENGTH = 13;

/** Status and body; no status when the backend is down, slow or blocked. */
export type Answer = [status?: number, text?: string];

/** Asks for the payload at `url`. Never rejects. */
export const askBackend = (url: string, fetch: typeof globalThis.fetch): Promise<Answer> =>
  fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT) })
    .then(async (answer): Promise<Answer> => [answer.status, await answer.text()])
    .catch(() => []);

/**
 * Stores a good answer's payload for later.
 * @param now milliseconds since 1970.
 * @param later runs what stores it, at a time that disturbs nobody.
 * @returns the payload of the answer, or the stored one, or null when there is nothing to show.
 */
export function payloadOf(
  [status, text]: Answer,
  store: Store,
  now: number,
  later: (run: () => void) => void,
): EmbedPayload | null {
  const payload = status === 200 && readPayload(text as string);
  if (payload) {
    later(() => store.set(PAYLOAD, `${now}${text}`));
    return payload;
  }
  // An unknown site, or a domain the owner hasn't listed: after so clear an answer the stored one is no longer true.
  if (/40[34]/.test(status as unknown as string)) store.set(PAYLOAD, '');
  const stored = store.get(PAYLOAD) ?? '';
  const age = now - Number(stored.slice(0, TIME_LENGTH));
  return age >= 0 && age < STORED_FOR ? readPayload(stored.slice(TIME_LENGTH)) : null;
}
