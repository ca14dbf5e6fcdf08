// The installation's secret key: from the environment, or generated once and stored with the data, readable by its
// owner only.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './data-folder.ts';

/** @returns where the key is stored when none is given. */
export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/**
 * @returns `given`, else the key stored in `dataDir`, generated on the first start (mode 600).
 * @throws when the stored key is truncated, because starting with a new one would log everyone out.
 */
export function readSecretKey(given: string | undefined, dataDir: string): string {
  if (given) return given;
  const file = secretKeyFile(dataDir);
  makeFolder(dataDir);
  try {
    // 'wx' fails if the file exists, so that two simultaneous first starts both use the same key.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (!statSync(file).isFile())
    throw new Error(`${file} is no file. Move it away: a new key is made, or restore it from a backup`);
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) {
    throw new Error(
      `${file} holds no key of at least 32 bytes. Restore it from a backup, or delete it: a new one is made, and what the old one had signed is refused`,
    );
  }
  return key;
}
