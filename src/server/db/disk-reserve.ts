// Room on the disk of a SQLite file, kept free by a file of its own. On a full disk nothing could be deleted: SQLite writes
// before it frees. Then a piece of the reserve goes back to the disk, for whoever deletes.
import { randomBytes } from 'node:crypto';
import { statfsSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HOUR } from '#shared/time.ts';

/** Bytes. */
const SIZE = 32 * 1024 ** 2;
/** What is given at once: the write-ahead log of a deletion of some thousand rows. */
const PIECE = SIZE / 4;
/** Bytes that the disk has left beside a whole reserve. With fewer it isn't filled up, which would only fill the disk sooner. */
const LEFT = SIZE;
/** Written at once, so that the process has other turns in between. */
const CHUNK = 1024 ** 2;

/** How the file's name ends, after that of the database. */
export const RESERVE_ENDING = '-reserve';

export type DiskReserve = {
  /** Whether the disk is full, or nearly, as of the last look: the reserve is not whole, or there is little beside it. */
  isShort(): boolean;
  /** Looks at the disk, and fills the reserve up when there is room. @throws what the disk says, but for being full */
  refill(): Promise<void>;
  /** Gives a piece back to the disk, at most once an hour to each. @param who an account, say. @returns whether it did. */
  give(who: string): boolean;
};

/** Where there is no file: PostgreSQL's disk is for its operator to watch. */
const NONE: DiskReserve = { isShort: () => false, refill: async () => {}, give: () => false };

/** @param file the database's; null where there is none. @param now milliseconds. */
export function makeDiskReserve(file: string | null, now: () => number): DiskReserve {
  if (file === null) return NONE;
  const path = `${file}${RESERVE_ENDING}`;
  const given = new Map<string, number>();
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const look = () => {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < Math.max(0, SIZE - size()) + LEFT;
  };
  let isShort = look();

  return {
    isShort: () => isShort,
    async refill() {
      isShort = look();
      if (isShort || size() >= SIZE) return;
      const reserve = await open(path, 'a', 0o600);
      try {
        // Random, because some disks store zeros without taking room for them.
        while (size() < SIZE) await reserve.write(randomBytes(Math.min(CHUNK, SIZE - size())));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        isShort = true;
      } finally {
        await reserve.close();
      }
    },
    give(who) {
      const left = size();
      const last = given.get(who);
      if (left === 0 || (last !== undefined && Math.abs(now() - last) < HOUR)) return false;
      given.set(who, now());
      truncateSync(path, Math.max(0, left - PIECE));
      isShort = true;
      return true;
    },
  };
}
