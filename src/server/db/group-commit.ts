// Many small writes in one commit: what arrives while one is on its way to the disk goes with the next. Each is answered
// only once it is durable, and one that fails, or waits for a lock, takes no other with it.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isLocked } from './faults.ts';
import type { Database, Db } from './open.ts';

/** In one commit at most, so that none holds its locks for long. */
const WRITES_MAX = 100;
/** How long a write waits for a lock before the others go on without it, in milliseconds. */
const LOCK_WAIT = 20;
/** Lanes that wait for locks at the same time: each has a connection of the pool's ten. */
const LANES_MAX = 3;

export type GroupCommit = {
  /**
   * @param lane what the write may have to wait for. Writes of one lane wait together, and those of others go on.
   * @param order writes of a commit run in the order of lanes and of these texts, the same in every process.
   * @param work writes with the given connection. It may run twice: what it did before a lock stopped it is undone.
   * @returns what the work returns, once it is committed. @throws what the work throws, or why nothing was committed
   */
  run<T>(lane: string, order: string, work: (db: Db) => Promise<T>): Promise<T>;
};

type Write = {
  lane: string;
  order: string;
  /** @returns the error when a lock stopped it, and null otherwise. */
  attempt: (db: Db) => Promise<unknown>;
  settle: () => void;
  fail: (error: unknown) => void;
};

const byOrder = (a: Write, b: Write) => (a.lane === b.lane ? (a.order < b.order ? -1 : 1) : a.lane < b.lane ? -1 : 1);

export function makeGroupCommit({ db, dialect }: Pick<Database, 'db' | 'dialect'>): GroupCommit {
  let waiting: Write[] = [];
  let isRunning = false;
  /** Writes that wait for a lock, by lane: they hold up no commit of others. */
  const lanes = new Map<string, Write[]>();
  /** Those whose writes are being tried. */
  const busy = new Set<string>();
  let workers = 0;

  /** @returns the writes that a lock stopped, with the error. The others of their lanes are not even tried. */
  async function commit(writes: Write[], isHurried: boolean): Promise<Map<Write, unknown>> {
    const stopped = new Map<Write, unknown>();
    const closed = new Map<string, unknown>();
    await db.transaction().execute(async (tx) => {
      if (isHurried && dialect === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(tx);
      for (const write of writes) {
        const error = closed.get(write.lane) ?? (await write.attempt(tx));
        if (!error) continue;
        closed.set(write.lane, error);
        stopped.set(write, error);
      }
    });
    for (const write of writes) if (!stopped.has(write)) write.settle();
    return stopped;
  }
  const failAll = (writes: Write[], error: unknown) => {
    for (const { fail } of writes) fail(error);
  };

  async function drainLanes(): Promise<void> {
    workers++;
    for (;;) {
      const [lane, writes] = [...lanes].find(([name]) => !busy.has(name)) ?? [];
      if (lane === undefined || writes === undefined) break;
      busy.add(lane);
      // Those that are set aside together wait together.
      await setImmediate();
      const some = writes.splice(0, WRITES_MAX).sort(byOrder);
      try {
        for (const [{ fail }, error] of await commit(some, false)) fail(error);
      } catch (error) {
        failAll(some, error);
      }
      busy.delete(lane);
      if (writes.length === 0) lanes.delete(lane);
    }
    workers--;
  }

  function setAside(write: Write): void {
    const lane = lanes.get(write.lane);
    if (lane) lane.push(write);
    else lanes.set(write.lane, [write]);
    if (workers < LANES_MAX) void drainLanes();
  }

  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // SQLite answers at once: without this, what has come over other connections would not be read in between.
      await setImmediate();
      const writes = waiting.slice(0, WRITES_MAX).sort(byOrder);
      waiting = waiting.slice(WRITES_MAX);
      try {
        for (const write of (await commit(writes, true)).keys()) setAside(write);
      } catch (error) {
        failAll(writes, error);
      }
    }
    isRunning = false;
  }
  return {
    run<T>(lane: string, order: string, work: (db: Db) => Promise<T>) {
      return new Promise<T>((resolve, reject) => {
        let settle = () => {};
        const attempt = async (tx: Db) => {
          let stoppedBy: unknown = null;
          await sql`savepoint write`.execute(tx);
          try {
            const result = await work(tx);
            settle = () => resolve(result);
          } catch (error) {
            if (isLocked(error)) stoppedBy = error;
            settle = () => reject(error as Error);
            await sql`rollback to savepoint write`.execute(tx);
          }
          await sql`release savepoint write`.execute(tx);
          return stoppedBy;
        };
        const write: Write = { lane, order, attempt, settle: () => settle(), fail: reject };
        if (lanes.has(lane)) return setAside(write);
        waiting.push(write);
        if (!isRunning) void drain();
      });
    },
  };
}
