// The data folder is made, and it and what is in it belong to the user who runs the server, and to nobody else on the
// machine.
import { chmodSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** What the group and everyone else may do. */
const FOREIGN = 0o077;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder, and those above it. Node's own `recursive` never returns where one above can't be made, as in /proc.
 * @throws node's error, which names the folder that can't be made.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path && !statSync(above, { throwIfNoEntry: false })) makeFolder(above);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have made it just now.
    if (!isFolder(path)) throw error;
  }
}

/** Whether a folder is another program's, or the system's, such as /var: made private, it would be lost to them. */
function isForeign(folder: string): boolean {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.') && name !== 'lost+found');
  return names.length > 0 && !names.some((name) => name === 'secret.key' || name.endsWith('.db'));
}

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
 * @throws naming the path and what helps, when a mode can't be changed, or the folder is shared with other programs.
 */
export function secureData(folder: string, databaseUrl: string): void {
  const outbox = join(folder, 'outbox');
  const files = [join(folder, 'secret.key')];
  if (databaseUrl.startsWith('file:')) {
    const database = databaseUrl.slice('file:'.length);
    files.push(database, ...['-wal', '-shm', '-lock', '-reserve'].map((ending) => `${database}${ending}`));
  }
  const own = statSync(folder, { throwIfNoEntry: false });
  if (own?.isDirectory() && (own.mode & FOREIGN) !== 0 && isForeign(folder)) {
    throw new Error(
      `DATA_DIR: ${folder} holds other programs' files, and other users can read it. Choose a folder for Proofbell alone`,
    );
  }
  for (const path of [folder, outbox]) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) tighten(path, stats);
  }
  for (const path of files) {
    const stats = statSync(path, { throwIfNoEntry: false });
    // Never a device or somebody's folder: as a database, another check refuses them.
    if (stats?.isFile()) tighten(path, stats);
  }
  if (!statSync(outbox, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(outbox)) tighten(join(outbox, name), statSync(join(outbox, name)));
}

/**
 * Whether a command run by this user could write files that the server's own user can't read.
 * @param databaseUrl `file:…` or `postgres://…`. @param user their number; undefined where users have none.
 * @returns what is wrong and what to do, or null.
 */
export function ownerIssue(folder: string, databaseUrl: string, user: number | undefined): string | null {
  if (user === undefined || !databaseUrl.startsWith('file:')) return null;
  for (const path of [folder, databaseUrl.slice('file:'.length)]) {
    const owner: number = statSync(path, { throwIfNoEntry: false })?.uid ?? user;
    if (owner !== user) {
      return `${path} belongs to user ${owner}, and this is user ${user}, whose files the server could not read. Run this as its owner: sudo -u '#${owner}' …`;
    }
  }
  return null;
}
