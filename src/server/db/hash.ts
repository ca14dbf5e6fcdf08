// How secrets are stored. Session ids, API keys and one-use codes are long and random, so one round of sha256 is
// enough.
import { createHash } from 'node:crypto';

/** @returns the sha256 of a secret, in hex. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
