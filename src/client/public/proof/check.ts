// Checks a proof in the browser: jose compares its signature with the installation's public key. Once both are here, no
// server is asked.
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { type ProofClaims, type ProofKeys, proofClaims } from '#shared/contract/proof.ts';

export type Verdict =
  | { kind: 'right'; claims: ProofClaims }
  /** Not signed by this installation, or changed since. */
  | { kind: 'wrong' }
  /** Signed with a key that this installation doesn't have. */
  | { kind: 'foreign' }
  /** No proof at all. */
  | { kind: 'unreadable' }
  /** The browser can't check signatures, or only on pages over HTTPS. */
  | { kind: 'unable' };

/** @returns whether this browser knows Ed25519, which Chrome has had since 137, Firefox since 129 and Safari since 17. */
async function canCheck(keys: ProofKeys): Promise<boolean> {
  try {
    return Boolean(keys.keys[0] && (await importJWK(keys.keys[0])));
  } catch {
    return false;
  }
}

/** @param proof a compact JWS, as it was copied. */
export async function checkProof(proof: string, keys: ProofKeys): Promise<Verdict> {
  const text = proof.trim();
  let kid: string | undefined;
  try {
    kid = decodeProtectedHeader(text).kid;
  } catch {
    return { kind: 'unreadable' };
  }
  if (!(await canCheck(keys))) return { kind: 'unable' };
  const key = keys.keys.find((one) => one.kid === kid);
  if (!key) return { kind: 'foreign' };
  try {
    const { payload } = await compactVerify(text, await importJWK(key), { algorithms: ['EdDSA'] });
    return { kind: 'right', claims: proofClaims.parse(JSON.parse(new TextDecoder().decode(payload))) };
  } catch {
    return { kind: 'wrong' };
  }
}
