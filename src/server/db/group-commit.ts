// Many small writes in one commit: those that arrive while one is on its way to the disk go with the next. Each is answered
// only once it is durable, and one that fails takes no other with it.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLocked } from './faults.ts';
import type { Database, Db } from './open.ts';

/** In one commit at most, so that none holds its locks for long. */
const WRITES_MAX = 100;
/** Lanes that are written at the same time: each needs a connection, and the pool has ten. */
const LANES_MAX = 5;

export type GroupCommit = {
  /**
   * @param lane what the write locks. Writes of one lane share commits and wait together, and those of others go on;
   * SQLite has one writer, and one lane.
   * @param work writes with the given connection.
   * @returns what the work returns, once it is committed. @throws what the work throws, or why nothing was committed
   */
  run<T>(lane: string, work: (db: Db) => Promise<T>): Promise<T>;
};

type Write = {
  /** @returns the error when a lock was waited for in vain: the writes after it would wait as long. */
  attempt: (db: Db) => Promise<unknown>;
  settle: () => void;
  fail: (error: unknown) => void;
};

export function makeGroupCommit({ db, dialect }: Pick<Database, 'db' | 'dialect'>): GroupCommit {
  /** Writes that wait, by lane; the lane that waits longest is first. */
  const waiting = new Map<string, Write[]>();
  const busy = new Set<string>();
  let workers = 0;

  async function commit(writes: readonly Write[]): Promise<void> {
    let locked: unknown;
    const done: Write[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        for (const write of writes) {
          locked ??= await write.attempt(tx);
          if (locked) write.fail(locked);
          else done.push(write);
        }
      });
      for (const write of done) write.settle();
    } catch (error) {
      for (const write of writes) write.fail(error);
    }
  }

  async function drain(): Promise<void> {
    workers++;
    for (;;) {
      // SQLite answers at once: without this, what has come over other connections would not be read in between.
      await setImmediate();
      const [lane, writes] = [...waiting].find(([name]) => !busy.has(name)) ?? [];
      if (lane === undefined || writes === undefined) break;
      waiting.delete(lane);
      if (writes.length > WRITES_MAX) waiting.set(lane, writes.splice(WRITES_MAX));
      busy.add(lane);
      await commit(writes);
      busy.delete(lane);
    }
    workers--;
  }
  return {
    run<T>(lane: string, work: (db: Db) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        let settle = () => {};
        const attempt = async (tx: Db) => {
          await sql`savepoint write`.execute(tx);
          try {
            const result = await work(tx);
            settle = () => resolve(result);
          } catch (error) {
            settle = () => reject(error as Error);
            await sql`rollback to savepoint write`.execute(tx);
            if (isLocked(error)) return error;
          }
          await sql`release savepoint write`.execute(tx);
          return undefined;
        };
        const name = dialect === 'sqlite' ? '' : lane;
        const write: Write = { attempt, settle: () => settle(), fail: reject };
        const others = waiting.get(name);
        if (others) others.push(write);
        else waiting.set(name, [write]);
        if (workers < LANES_MAX) void drain();
      });
    },
  };
}
