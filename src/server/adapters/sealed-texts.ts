// Texts that must be read again and must not lie in the database in clear, sealed with jose: shops' signing secrets, and
// the last body of a source whose fields are being mapped.
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { SealedTexts } from '../domain/ports.ts';

/** Shops deliver by the hundred a second, each time under the same secret. */
const KEPT = 1_000;

/** @param key 32 bytes, derived from SECRET_KEY for this alone. */
export function makeSealedTexts(key: Uint8Array): SealedTexts {
  const opened = new Map<string, string>();
  const openOnce = async (sealed: string) => {
    try {
      const { plaintext } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return new TextDecoder().decode(plaintext);
    } catch {
      return null;
    }
  };
  return {
    seal: (text) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    openOnce,
    async open(sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const text = await openOnce(sealed);
      if (text === null) return null;
      if (opened.size >= KEPT) opened.clear();
      opened.set(sealed, text);
      return text;
    },
  };
}
