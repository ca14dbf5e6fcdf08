// Hashes passwords with argon2id and OWASP's parameters (Password Storage Cheat Sheet: m=19456 KiB, t=2, p=1).
import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../domain/ports.ts';

const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Without a hash it compares with a decoy, so that an unknown account takes as long as a known one.
 * @param cost argon2's; only tests pass another than OWASP's. @param argon2 what hashes and compares; tests watch it.
 */
export function makePasswords(cost = OWASP, argon2 = { hash, verify }): Passwords {
  let decoy: Promise<string> | undefined;
  return {
    // NFC, because keyboards differ in how they encode the same letter.
    hash: (password) => argon2.hash(password.normalize('NFC'), cost),
    async verify(stored, password) {
      decoy ??= argon2.hash('a password that nobody has', cost);
      const matches = await argon2.verify(stored ?? (await decoy), password.normalize('NFC'));
      return matches && stored !== null;
    },
  };
}
