// A file system that is really full: a small tmpfs, which takes root to mount.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Leaves no byte free. */
  fill(): void;
  /** Frees what fill() took. */
  empty(): void;
  unmount(): void;
};

/** @param options such as `size=1m` or `ro`. @returns null where nothing may be mounted. */
export function mountSmallDisk(folder: string, options: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null;
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (const size of [65_536, 4_096, 1]) {
          const block = Buffer.alloc(size);
          try {
            while (writeSync(file, block) > 0);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      spawnSync('umount', ['-l', folder]);
    },
  };
}
