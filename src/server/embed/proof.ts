// GET /api/embed/{siteId}/proof/{notificationId}: the signed statement of where a live notification of an event comes from.
// It is there exactly as long as the notification is in the payload, under the same rules of domains and caching.
import type { Context } from 'hono';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import type { ProofFacts } from '../domain/site/embed.ts';
import { admit, OPEN, refusal } from './cors.ts';
import { cacheControl } from './payload.ts';
import type { EmbedCache, EmbedEntry } from './payload-cache.ts';
import { makeVariantSender, makeVariants, type Variants } from './variants.ts';

/** Too short for more to matter. */
const BROTLI_QUALITY = 5;

type ProofDeps = Pick<Deps, 'clock' | 'config' | 'ids' | 'log' | 'proofs'>;

/** @returns the handler. Each proof is signed once for each payload. */
export function makeProofHandler(
  { clock, config, proofs, ...deps }: ProofDeps,
  cache: EmbedCache,
): (c: Context, siteId: string, notificationId: string) => Promise<Response> {
  const send = makeVariantSender('application/jose');
  const made = new WeakMap<EmbedEntry, Map<string, Promise<Variants>>>();

  const make = async (siteId: string, notificationId: string, facts: ProofFacts) => {
    const proof = await proofs.sign({ iss: config.publicUrl, site: siteId, notification: notificationId, ...facts });
    // Signing the same again gives the same bytes.
    return makeVariants(proof, proof.slice(-16), BROTLI_QUALITY);
  };
  const find = (entry: EmbedEntry, notificationId: string): Promise<Variants> => {
    const facts = entry.proofs.get(notificationId);
    if (!facts) throw new DomainError('not-found', EVENT_MESSAGES.nothingToProve);
    const ofEntry = made.get(entry) ?? new Map<string, Promise<Variants>>();
    made.set(entry, ofEntry);
    const proof = ofEntry.get(notificationId) ?? make(entry.siteId, notificationId, facts);
    ofEntry.set(notificationId, proof);
    return proof;
  };

  return async (c, siteId, notificationId) => {
    let vary = 'Accept-Encoding';
    try {
      const found = await cache.get(siteId);
      const isListed = found !== null && found.domains.length > 0;
      if (isListed) vary = 'Accept-Encoding, Origin';
      const entry = admit(found, c.req.header('origin'));
      const variants = await find(entry, notificationId);
      return send(c, variants, cacheControl(entry.contentUntil - clock.now(), true, isListed), vary);
    } catch (error) {
      return refusal(c, deps, error, vary);
    }
  };
}

/** GET /.well-known/proofbell.json: the keys that proofs are checked with. They change with SECRET_KEY alone. */
export const makeKeysHandler =
  ({ proofs }: Pick<Deps, 'proofs'>): ((c: Context) => Promise<Response>) =>
  async (c) =>
    c.json(await proofs.keys(), 200, { ...OPEN, 'Cache-Control': 'public, max-age=3600' });
