// Many small writes in one commit: those that arrive while one is on its way to the disk go with the next. Each is answered
// only once it is durable, and one that fails takes no other with it.
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLocked, isUnavailable } from './faults.ts';
import type { Database, Db } from './open.ts';
import { POSTGRES_BOUNDS } from './postgres-pool.ts';

/** In one commit at most, so that none holds its locks for long. */
const SIZE_MAX = 100;
/** Lanes that are written at the same time: each needs a connection, and the pool has ten. */
const LANES_MAX = 3;
/** How long a lane waits for a lock until others get its connection, in milliseconds. */
const LOCK_WAIT = 100;
/**
 * On SQLite, how long a commit waits for more writes once they come together, in milliseconds. It costs as much as one or two
 * of them, and nothing else is done meanwhile; on PostgreSQL others gather by themselves while it goes over the network. At 500
 * deliveries a second each takes a seventh less of the processor than with 5, and 20 saves no more.
 */
const WINDOW = 12;

export type GroupCommit = {
  /**
   * @param lane what the write locks. Writes of one lane share commits and wait together, and those of others go on;
   * SQLite has one writer, and one lane.
   * @param size of the write, in rows.
   * @param work writes with the given connection. It may run again: what it did before is undone then.
   * @returns what the work returns, once it is committed. @throws what the work throws, or why nothing was committed
   */
  run<T>(lane: string, size: number, work: (db: Db) => Promise<T>): Promise<T>;
};

type Write = {
  size: number;
  /** When it gives up waiting for a lock, by performance.now(). */
  patience: number;
  work: (db: Db) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/** Takes the first writes off a lane, as many as go into one commit. */
function takeSome(writes: Write[]): Write[] {
  let size = 0;
  const end = writes.findIndex((write, at) => {
    size += write.size;
    return at > 0 && size > SIZE_MAX;
  });
  return writes.splice(0, end < 0 ? writes.length : end);
}

/** @param window milliseconds; tests pass a longer one. */
export function makeGroupCommit({ db, dialect }: Pick<Database, 'db' | 'dialect'>, window = WINDOW): GroupCommit {
  const isSqlite = dialect === 'sqlite';
  const workersMax = isSqlite ? 1 : LANES_MAX;
  /** Writes that wait, by lane; the lane that waits longest is first. */
  const waiting = new Map<string, Write[]>();
  const busy = new Set<string>();
  let workers = 0;
  /** Whether writes come together, as those of the last commit did. */
  let isCrowded = false;

  /** @returns what the works return, once all of it is committed. @throws when none of it is */
  const commitAll = (writes: readonly Write[]): Promise<unknown[]> =>
    db.transaction().execute(async (tx) => {
      if (dialect === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(tx);
      const results: unknown[] = [];
      for (const { work } of writes) results.push(await work(tx));
      return results;
    });

  /** @returns the writes that have to wait for a lock: one lane's wait for the same. */
  async function commit(writes: readonly Write[]): Promise<Write[]> {
    try {
      const results = await commitAll(writes);
      for (const [at, { resolve }] of writes.entries()) resolve(results[at]);
      return [];
    } catch (error) {
      if (!isLocked(error) && !isUnavailable(error) && writes.length > 1) return commitEach(writes);
      const now = performance.now();
      const mayWait = ({ patience }: Write) => isLocked(error) && now < patience;
      for (const write of writes) if (!mayWait(write)) write.reject(error);
      return writes.filter(mayWait);
    }
  }
  /** One of them fails, nobody knows which: it takes no other with it. */
  async function commitEach(writes: readonly Write[]): Promise<Write[]> {
    const left: Write[] = [];
    for (const write of writes) left.push(...(await commit([write])));
    return left;
  }

  async function drain(): Promise<void> {
    workers++;
    for (;;) {
      // SQLite answers at once: without this, what has come over other connections would not be read in between.
      await (isCrowded ? pause(window) : setImmediate());
      const [lane, writes] = [...waiting].find(([name]) => !busy.has(name)) ?? [];
      if (lane === undefined || writes === undefined) break;
      busy.add(lane);
      const some = takeSome(writes);
      isCrowded = isSqlite && some.length > 1;
      if (writes.length === 0) waiting.delete(lane);
      const left = [...(await commit(some)), ...(waiting.get(lane) ?? [])];
      busy.delete(lane);
      waiting.delete(lane);
      if (left.length > 0) waiting.set(lane, left);
    }
    isCrowded = false;
    workers--;
  }
  return {
    run<T>(lane: string, size: number, work: (db: Db) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        const patience = performance.now() + POSTGRES_BOUNDS.lock;
        const write: Write = { size, patience, work, resolve: resolve as Write['resolve'], reject };
        const name = isSqlite ? '' : lane;
        const others = waiting.get(name);
        if (others) others.push(write);
        else waiting.set(name, [write]);
        if (workers < workersMax) void drain();
      });
    },
  };
}
