// How secrets are stored: session ids, API keys and one-use codes are long and random, so one round of sha256 suffices.
import { createHash } from 'node:crypto';

/** @returns the sha256 of a secret, in hex. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
