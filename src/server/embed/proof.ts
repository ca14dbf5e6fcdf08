// What the page of a proof is made of: what a live notification says and what stands behind it, and the signed statement of
// where its event comes from. Both are there exactly as long as the notification is in the payload, under the same rules of
// domains; asking for them is no sighting of the snippet.
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { ShownNotification } from '#shared/contract/proof.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { admit, OPEN, refusal } from './cors.ts';
import { cacheControl } from './payload.ts';
import type { EmbedCache, EmbedEntry } from './payload-cache.ts';
import { makeVariantSender, makeVariants, type Variants } from './variants.ts';

/** Too short for more to matter. */
const BROTLI_QUALITY = 5;

type ProofDeps = Pick<Deps, 'clock' | 'config' | 'ids' | 'log' | 'proofs'>;
type ProofHandler = (c: Context, siteId: string, notificationId: string) => Promise<Response>;

/** It says what is shown now, so browsers ask each time: after a refund, an old answer would be wrong. */
const SHOWN_NOW = 'no-cache';

/**
 * @param find gives what is answered, and throws not-found at once where there is nothing.
 * @param caching of the answer; without it, as the payload's.
 * @returns the handler. Each answer is made once for each payload.
 */
function makeHandler(
  { clock, ...deps }: ProofDeps,
  cache: EmbedCache,
  type: string,
  find: (entry: EmbedEntry, notificationId: string) => Promise<string>,
  caching?: string,
): ProofHandler {
  const send = makeVariantSender(type);
  const made = new WeakMap<EmbedEntry, Map<string, Promise<Variants>>>();

  const pack = async (text: string | Promise<string>) => {
    const said = await text;
    const hash = createHash('sha256').update(said).digest('base64url').slice(0, 16);
    return makeVariants(said, hash, BROTLI_QUALITY);
  };
  const answerOf = (entry: EmbedEntry, notificationId: string): Promise<Variants> => {
    const ofEntry = made.get(entry) ?? new Map<string, Promise<Variants>>();
    made.set(entry, ofEntry);
    const answer = ofEntry.get(notificationId) ?? pack(find(entry, notificationId));
    ofEntry.set(notificationId, answer);
    return answer;
  };

  return async (c, siteId, notificationId) => {
    let vary = 'Accept-Encoding';
    try {
      const found = await cache.get(siteId);
      const isListed = found !== null && found.domains.length > 0;
      if (isListed) vary = 'Accept-Encoding, Origin';
      const entry = admit(found, c.req.header('origin'));
      const variants = await answerOf(entry, notificationId);
      return send(c, variants, caching ?? cacheControl(entry.contentUntil - clock.now(), true, isListed), vary);
    } catch (error) {
      return refusal(c, deps, error, vary);
    }
  };
}

/** @returns the signed statement about a notification; undefined for one of no event. */
function signedOf({ config, proofs }: ProofDeps, { siteId, proofs: facts }: EmbedEntry, notificationId: string) {
  const of = facts.get(notificationId);
  return of && proofs.sign({ iss: config.publicUrl, site: siteId, notification: notificationId, ...of });
}

/** GET /api/embed/{siteId}/proof/{notificationId} */
export const makeProofHandler = (deps: ProofDeps, cache: EmbedCache): ProofHandler =>
  makeHandler(deps, cache, 'application/jose', (entry, notificationId) => {
    const proof = signedOf(deps, entry, notificationId);
    if (!proof) throw new DomainError('not-found', EVENT_MESSAGES.nothingToProve);
    return proof;
  });

/** GET /api/embed/{siteId}/shown/{notificationId} */
export const makeShownHandler = (deps: ProofDeps, cache: EmbedCache): ProofHandler =>
  makeHandler(
    deps,
    cache,
    'application/json',
    (entry, notificationId) => {
      const shown = entry.forms.notifications().find(({ id }) => id === notificationId);
      if (!shown) throw new DomainError('not-found', EVENT_MESSAGES.notShown);
      const { title = null, message, rating = null } = shown;
      return Promise.resolve(signedOf(deps, entry, notificationId)).then((signed) => {
        const proof = signed ?? null;
        const basis = proof !== null ? 'event' : entry.counted.has(notificationId) ? 'count' : 'author';
        return JSON.stringify({
          ...{ shop: entry.siteName, title, message, rating, basis, proof },
          ...(deps.config.isDemo && { isDemo: true }),
        } satisfies ShownNotification);
      });
    },
    SHOWN_NOW,
  );

/** GET /.well-known/proofbell.json: the keys that proofs are checked with. They change with SECRET_KEY alone. */
export const makeKeysHandler =
  ({ proofs }: Pick<Deps, 'proofs'>): ((c: Context) => Promise<Response>) =>
  async (c) =>
    c.json(await proofs.keys(), 200, { ...OPEN, 'Cache-Control': 'public, max-age=3600' });
