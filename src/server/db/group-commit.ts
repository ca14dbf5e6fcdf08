// Many small writes in one commit: what arrives while one is on its way to the disk goes with the next. Each is answered
// only once it is durable, and one that fails takes no other with it.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './open.ts';

/** In one commit at most, so that none holds its locks for long. */
const WRITES_MAX = 100;

export type GroupCommit = {
  /**
   * @param work writes with the given connection. It takes no locks that another process may hold in another order.
   * @param order writes of a commit run in the order of these texts, the same in every process.
   * @returns what the work returns, once it is committed. @throws what the work throws, or why nothing was committed
   */
  run<T>(order: string, work: (db: Db) => Promise<T>): Promise<T>;
};

type Write = { order: string; attempt: (db: Db) => Promise<void>; settle: () => void; fail: (error: unknown) => void };

export function makeGroupCommit(db: Db): GroupCommit {
  let waiting: Write[] = [];
  let isRunning = false;

  async function commit(writes: Write[]): Promise<void> {
    await db.transaction().execute(async (tx) => {
      for (const { attempt } of writes) await attempt(tx);
    });
  }
  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // SQLite answers at once: without this, what has come over other connections would not be read in between.
      await setImmediate();
      const writes = waiting.slice(0, WRITES_MAX).sort((a, b) => (a.order < b.order ? -1 : 1));
      waiting = waiting.slice(WRITES_MAX);
      try {
        await commit(writes);
        for (const { settle } of writes) settle();
      } catch (error) {
        for (const { fail } of writes) fail(error);
      }
    }
    isRunning = false;
  }
  return {
    run<T>(order: string, work: (db: Db) => Promise<T>) {
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
          }
          await sql`release savepoint write`.execute(tx);
        };
        waiting.push({ order, attempt, settle: () => settle(), fail: reject });
        if (!isRunning) void drain();
      });
    },
  };
}
