// Room on a full disk for whoever deletes something: a file beside a SQLite database, given up then. Without it nobody could
// free any space, since a deletion writes, too.
import { rmSync, statfsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Bytes: the write-ahead log's 1,000 pages of 4 KiB, several times. */
const SIZE = 16 * 1024 * 1024;
const CHUNK = Buffer.alloc(1024 * 1024);
/** It is made where the disk has room for this many of it. */
const ROOM = 4;

export type Reserve = {
  /** Whether the disk has room for what a deletion takes. */
  isWhole(): boolean;
  /** @returns whether there was something to give up. */
  giveUp(): boolean;
  /** Makes it, where it is missing and the disk has room again. */
  fill(): Promise<void>;
};

/** @param url `file:<path>` or `postgres://…`, whose server has its own disk: there it does nothing. */
export function makeReserve(url: string): Reserve {
  if (!url.startsWith('file:')) return { isWhole: () => true, giveUp: () => false, fill: async () => {} };
  const database = url.slice('file:'.length);
  const file = `${database}-reserve`;
  const size = (path: string) => {
    try {
      return statSync(path).size;
    } catch {
      return 0;
    }
  };
  const isWhole = () => size(database) === 0 || size(file) >= SIZE;
  const hasRoom = () => {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize >= ROOM * SIZE;
  };
  return {
    isWhole,
    giveUp() {
      const had = size(file) > 0;
      rmSync(file, { force: true });
      return had;
    },
    async fill() {
      if (isWhole() || !hasRoom()) return;
      const handle = await open(file, 'w', 0o600);
      try {
        for (let written = 0; written < SIZE; written += CHUNK.length) await handle.write(CHUNK);
        await handle.close();
      } catch (error) {
        await handle.close();
        await rm(file, { force: true });
        throw error;
      }
    },
  };
}
