// Signed tokens with node:crypto, synchronous because hot paths sign and verify them. Each purpose has its own key,
// derived from SECRET_KEY with HKDF, so that one kind of token can never pass for another.
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import { ACCESS_TOKEN_LIFE, EMBED_TOKEN_LIFE, EMBED_TOKEN_WINDOW } from '#shared/limits.ts';
import type { Clock, Tokens } from '../domain/ports.ts';

/** @returns the 32-byte key for one purpose. The salt is fixed: SECRET_KEY itself is the secret. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'proofbell', purpose, 32));
}

/** How many verified signatures are cached. */
const SIGNED_MAX = 5_000;

const mac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** @returns whether two texts are the same, in a time that depends on their lengths alone. */
function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const isMac = (key: KeyObject, text: string, given: string) => isSame(mac(key, text), given);

/**
 * @param secretKey at least 32 bytes; all instances of one installation must share it.
 */
export function makeTokens(secretKey: string, clock: Clock): Tokens {
  // Prepared: from plain bytes an HMAC takes six times as long.
  const keyOf = (purpose: string) => createSecretKey(deriveKey(secretKey, purpose));
  const accessKey = keyOf('access-token');
  const csrfKey = keyOf('csrf');
  const markKey = keyOf('known-browser');
  const codeKey = keyOf('emailed-code');
  const unsubscribeKey = keyOf('unsubscribe');
  const embedKey = keyOf('embed');
  const inspectionKey = keyOf('inspection');
  const eventKey = keyOf('event');
  // A valid signature stays valid, so each token's is verified once; its expiry is checked every time.
  // Bounded by size: by `max`, a cache allocates all of its room at once.
  const signed = new LRUCache<string, true>({ maxSize: SIGNED_MAX, sizeCalculation: () => 1 });
  const isSigned = (token: string, body: string, given: string) => {
    if (signed.has(token)) return true;
    if (!isMac(accessKey, body, given)) return false;
    signed.set(token, true);
    return true;
  };
  const embedMac = (siteId: string, window: string) => mac(embedKey, `${siteId}.${window}`).slice(0, 22);
  const csrfText = (secret: string, sessionId: string) => `${secret.length}.${secret}.${sessionId}`;

  return {
    // `<public id>.<expiry, ms in base 36>.<mac>`: only we read it, so it needs no header and no algorithm to choose.
    signAccess(session) {
      const expiresAt = clock.now() + ACCESS_TOKEN_LIFE;
      const body = `${session.publicId}.${expiresAt.toString(36)}`;
      return { accessToken: `${body}.${mac(accessKey, body)}`, expiresAt };
    },
    readAccess(token) {
      const [publicId, expiry, given, ...rest] = token.split('.');
      if (!publicId || !expiry || !given || rest.length > 0) return null;
      if (!isSigned(token, `${publicId}.${expiry}`, given)) return null;
      return Number.parseInt(expiry, 36) > clock.now() ? publicId : null;
    },
    signCsrf: (secret, sessionId) => mac(csrfKey, csrfText(secret, sessionId)),
    isCsrf: (token, secret, sessionId) => isMac(csrfKey, csrfText(secret, sessionId), token),
    signMark: (text) => mac(markKey, text),
    isMark: (text, signature) => isMac(markKey, text, signature),
    digestOfSite: (siteId, text) => mac(eventKey, `${siteId}.${text}`),
    digestCode: (userId, code) => mac(codeKey, `${userId}.${code}`),
    // `<site>.<mac>`. The format can never change: people unsubscribe from emails that are years old.
    signUnsubscribe: (siteId) => `${siteId}.${mac(unsubscribeKey, siteId)}`,
    readUnsubscribe(token) {
      const [siteId, given, ...rest] = token.split('.');
      return siteId && given && rest.length === 0 && isMac(unsubscribeKey, siteId, given) ? siteId : null;
    },
    // `<window number in base 36>.<mac>`. The format can never change: cached payloads on customers' pages carry it for
    // days.
    signEmbed(siteId, now) {
      const window = Math.floor(now / EMBED_TOKEN_WINDOW).toString(36);
      return `${window}.${embedMac(siteId, window)}`;
    },
    isEmbed(siteId, token, now) {
      const [window, given, ...rest] = token.split('.');
      if (!window || !given || rest.length > 0) return false;
      const start = Number.parseInt(window, 36) * EMBED_TOKEN_WINDOW;
      // Any window to come is accepted: only we can have signed its token, before the clock was set back. It proves no
      // less than one that can be fetched now, and refusing it would lose what visitors see meanwhile.
      if (!(now - start <= EMBED_TOKEN_LIFE)) return false;
      return isSame(embedMac(siteId, window), given);
    },
    // `<expiry, ms in base 36>.<mac>`, with draft settings `<expiry>.<random>.<mac>`: the page that opens it names the
    // site.
    signInspection(siteId, draft) {
      const expiresAt = clock.now() + INSPECTION_LIFE;
      const expiry = expiresAt.toString(36);
      const body = draft === undefined ? expiry : `${expiry}.${draft}`;
      return { token: `${body}.${mac(inspectionKey, `${siteId}.${body}`)}`, expiresAt };
    },
    readInspection(siteId, token) {
      const [, body, expiry = '', draft, given] = /^(([^.]+)(?:\.([^.]+))?)\.([^.]+)$/.exec(token) ?? [];
      if (!given || !isMac(inspectionKey, `${siteId}.${body}`, given)) return null;
      return { expiresAt: Number.parseInt(expiry, 36), hasDraft: draft !== undefined };
    },
  };
}
