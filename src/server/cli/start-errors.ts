// Why a command can't do its work, in one line for the operator: which file or variable, and what to do about it.
import { codeOf, explainFault } from '../db/faults.ts';
import { MigrationError } from '../db/migrate.ts';
import type { Env } from '../env.ts';

type SystemError = NodeJS.ErrnoException & { hostname?: string };

/** What node says about files, in words. */
const FILES: Record<string, string> = {
  EACCES: "can't be used by this user. Check its owner and rights",
  EPERM: "can't be used by this user. Check its owner and rights",
  EROFS: 'is on a disk that is mounted read-only. Mount it writable',
  ENOSPC: 'has no space left on its disk. Free some',
  EDQUOT: 'is over the quota of its disk. Free some space',
  EEXIST: 'is a file. Choose a folder',
  ENOTDIR: 'has a file where a folder should be. Choose another folder',
  EISDIR: 'is a directory, not a file. Move it away',
  ENOENT: 'does not exist. Create it, or correct the path',
  ELOOP: 'is a symbolic link that leads nowhere. Correct it',
  ENAMETOOLONG: 'has too long a name. Choose another',
};

/** @returns whether the error is a bug of ours, whose stack is worth logging. */
export const isBug = (error: unknown): boolean =>
  !(error instanceof Error) ||
  ((error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) && !codeOf(error));

/** @returns the line. Errors that are ours already say it. */
export function explainStart(error: unknown, env: Env): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, hostname, path = '' } = error as SystemError;
  if (syscall === 'listen' || (hostname !== undefined && hostname === env.HOST)) return explainListen(code, env);
  if (path.endsWith('widget.json')) return 'The app is not built. Run: npm run build';
  if (syscall === 'mkdir' && code === 'ENOENT') return `${path} can't be made there. Choose another DATA_DIR (${code})`;
  if (syscall !== undefined && path && code && FILES[code]) return `${path} ${FILES[code]} (${code})`;
  const place = placeOf(env);
  // Its message says what to do, but not which database is meant.
  if (error instanceof MigrationError) return `${place}: ${error.message}`;
  const fault = explainFault(error);
  if (fault) return `${place}: ${fault} (${error.message || codeOf(error)})`;
  if (isDriverError(error)) return `${place}: can't be opened (${error.message || code})`;
  return error.message || String(code ?? error);
}

function explainListen(code: string | undefined, { HOST, PORT }: Env): string {
  if (code === 'EADDRINUSE') return `PORT: ${PORT} is in use by another program. Stop that, or choose another PORT`;
  if (code === 'EACCES')
    return `PORT: ${PORT} may not be used by this user. Choose one above 1023, and put a proxy in front`;
  return `HOST: ${HOST} is not an address of this machine (${code}). Use one of its own, or 0.0.0.0 for all`;
}

/** @returns the database's file, or the server and database without user and password. */
function placeOf({ DATABASE_URL }: Env): string {
  if (DATABASE_URL.startsWith('file:')) return DATABASE_URL.slice('file:'.length);
  if (!URL.canParse(DATABASE_URL)) return 'DATABASE_URL';
  const { host, pathname } = new URL(DATABASE_URL);
  return `DATABASE_URL (${host}${pathname})`;
}

/** Errors of both drivers have codes, except those of pg about a URL, a handshake or a time-out. */
const isDriverError = (error: Error): boolean =>
  codeOf(error) !== '' || /SASL|SSL|timeout|Connection terminated|certificate/i.test(error.message);
