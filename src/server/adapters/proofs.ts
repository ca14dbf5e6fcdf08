// Proofs of where a notification comes from, for anybody to check: compact JWS of Ed25519 by jose. The key is derived from
// SECRET_KEY, so that every instance has the same one and a proof outlives a restart.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose';
import type { Proofs } from '../domain/ports.ts';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param seed 32 bytes, derived from SECRET_KEY for this alone. */
export function makeProofs(seed: Uint8Array): Proofs {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = exportJWK(createPublicKey(key)).then(async ({ kty = '', crv = '', x = '' }) => ({
    ...{ kty, crv, x },
    kid: await calculateJwkThumbprint({ kty, crv, x }),
  }));
  return {
    keys: async () => ({ keys: [{ ...(await publicKey), alg: 'EdDSA', use: 'sig' }] }),
    sign: async (claims) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'EdDSA', kid: (await publicKey).kid })
        .sign(key),
  };
}
