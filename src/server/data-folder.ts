// The data folder and what is in it belong to the user who runs the server, and to nobody else on the machine.
import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** What the group and everyone else may do. */
const FOREIGN = 0o077;

function tighten(path: string, stats: Stats): void {
  if ((stats.mode & FOREIGN) === 0) return;
  const mode = stats.isDirectory() ? FOLDER_MODE : FILE_MODE;
  try {
    chmodSync(path, mode);
  } catch {
    const present = (stats.mode & 0o777).toString(8);
    throw new Error(`${path}: other users can read it (mode ${present}). Run: chmod ${mode.toString(8)} ${path}`);
  }
}

/**
 * Takes other users' rights away from the data folder, the secret key, the database (which may be elsewhere) and the
 * outbox. What is missing is left alone: whoever makes it makes it private.
 * @param databaseUrl `file:…` or `postgres://…`.
 * @throws naming the path and the command that helps, when a mode can't be changed.
 */
export function secureData(folder: string, databaseUrl: string): void {
  const outbox = join(folder, 'outbox');
  const paths = [folder, join(folder, 'secret.key'), outbox];
  if (databaseUrl.startsWith('file:')) {
    const database = databaseUrl.slice('file:'.length);
    paths.push(database, `${database}-wal`, `${database}-shm`);
  }
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) tighten(path, stats);
  }
  if (!statSync(outbox, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(outbox)) tighten(join(outbox, name), statSync(join(outbox, name)));
}
