// Bounds for everything that asks PostgreSQL: a connection, a statement or a transaction that takes too long fails, and
// its connection is cut, so that a server or a network that hangs can neither hang our callers nor keep connections
// and transactions open. What is bounded here ends well within the time-out of a client's call (10 s, spec 9).
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

export type PostgresBounds = {
  /** How long to wait for a free connection, and again for a new one to open, in milliseconds. */
  connect: number;
  /** How long a statement may take until its connection is cut. */
  statement: number;
  /** How long a transaction may take from its begin to its commit. */
  transaction: number;
  /** How long the server lets a statement wait for a lock; it then fails alone, and the connection stays good. */
  lock: number;
  /** How long the server lets a statement run: a little less than `statement`, for the same reason. */
  serverStatement: number;
  /** How long the server keeps a transaction whose client has fallen silent. */
  idleTransaction: number;
};

/** Together well within REQUEST_TIMEOUT, because a call ends at the first of them that passes. */
export const POSTGRES_BOUNDS: PostgresBounds = {
  connect: 2_000,
  statement: 4_000,
  transaction: 5_000,
  lock: 3_000,
  serverStatement: 3_500,
  idleTransaction: 10_000,
};

/**
 * Tells the server the bounds, and to notice within a minute that a client is gone (seconds). Joined with what the
 * server knows, because engines that speak PostgreSQL's protocol lack some of the settings.
 */
function configuration(bounds: PostgresBounds): string {
  const settings = {
    lock_timeout: bounds.lock,
    statement_timeout: bounds.serverStatement,
    idle_in_transaction_session_timeout: bounds.idleTransaction,
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
  };
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `select set_config(s.name, t.value, false) from pg_settings s
    join (values ${values.join(', ')}) as t (name, value) on t.name = s.name`;
}

/** How often to try again while PostgreSQL opens no more connections, in milliseconds. */
const LIMIT_RETRY = 50;

/** PostgreSQL did not answer in time. Whether a commit took place is unknown. */
class DatabaseTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(wait: number) {
    super(`PostgreSQL did not answer within ${wait / 1000} s`);
    this.name = 'DatabaseTimeoutError';
  }
}

type Client = pg.PoolClient & { connection: { stream: { destroy(): void } } };
type Result = Awaited<ReturnType<PostgresPoolClient['query']>>;

export type BoundedPool = PostgresPool & {
  /** Cuts every connection, busy or not. */
  cut(): void;
};

/** @param pool with `bounds.connect` as its time-out. @returns the same connections, bounded, for Kysely. */
export function boundPool(pool: pg.Pool, bounds: PostgresBounds): BoundedPool {
  const configure = configuration(bounds);
  const openedAt = new Map<Client, number>();
  const configured = new WeakSet<Client>();
  // Once one connection is silent, those that were open at the time are suspects: they are replaced instead of having
  // every caller find out by waiting.
  let silentAt = Number.NEGATIVE_INFINITY;
  pool.on('connect', (client) => openedAt.set(client as Client, performance.now()));
  pool.on('remove', (client) => openedAt.delete(client as Client));

  // A connection that is only ended waits for the server's goodbye.
  const cut = (client: Client) => client.connection.stream.destroy();

  /** At the server's limit one of our own connections comes free sooner than it allows another. */
  const take = async (): Promise<Client> => {
    const end = performance.now() + bounds.connect;
    for (;;) {
      try {
        return (await pool.connect()) as Client;
      } catch (error) {
        if (!isRefused(error) || performance.now() > end) throw error;
        await pause(LIMIT_RETRY);
      }
    }
  };

  const bind = (client: Client) => {
    let until = Number.POSITIVE_INFINITY;
    let isCut = false;

    const ask = async (text: string, values: readonly unknown[]): Promise<Result> => {
      const begins = /^(?:begin|start transaction)\b/.test(text);
      if (begins) until = performance.now() + bounds.transaction;
      const wait = Math.max(0, Math.min(bounds.statement, until - performance.now()));
      const answer = client.query<object>(text, [...values]);
      const result = await within(wait, answer, () => {
        isCut = true;
        silentAt = performance.now();
        cut(client);
      });
      if (text === 'commit' || text === 'rollback') until = Number.POSITIVE_INFINITY;
      return result as unknown as Result;
    };

    return {
      processID: (client as { processID?: number }).processID,
      query: ((text: string, values: readonly unknown[] = []) => {
        if (!isCut) return ask(text, values);
        // The server rolls back when it notices; failing here would only hide the error that led to it.
        if (text === 'rollback') return Promise.resolve({ command: 'ROLLBACK', rowCount: 0, rows: [] });
        return Promise.reject(new DatabaseTimeoutError(bounds.statement));
      }) as PostgresPoolClient['query'],
      release: () => client.release(isCut),
    };
  };

  return {
    async connect() {
      for (;;) {
        const client = await take();
        if ((openedAt.get(client) ?? 0) <= silentAt) {
          cut(client);
          client.release(true);
          continue;
        }
        const bound = bind(client);
        if (configured.has(client)) return bound as unknown as PostgresPoolClient;
        try {
          await bound.query(configure, []);
          configured.add(client);
          return bound as unknown as PostgresPoolClient;
        } catch (error) {
          client.release(true);
          throw error;
        }
      }
    },
    end: () => pool.end(),
    options: pool.options as PostgresPool['options'],
    cut() {
      for (const client of openedAt.keys()) cut(client);
    },
  };
}

/**
 * @returns whether PostgreSQL has no connection to spare (53300, too_many_connections). It hangs up right after saying so,
 * and now and then we notice that first.
 */
function isRefused(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    code === '53300' || code === 'ECONNRESET' || code === 'EPIPE' || message === 'Connection terminated unexpectedly'
  );
}

/**
 * @param onSilence called when the answer is late.
 * @throws DatabaseTimeoutError then
 */
async function within<T>(wait: number, answer: Promise<T>, onSilence: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isSettled = false;
  const silence = new Promise<never>((_, reject) => {
    const fail = () => {
      if (isSettled) return;
      reject(new DatabaseTimeoutError(wait));
      onSilence();
    };
    // After our own event loop stood still, an answer may be waiting to be read: it is read before an immediate runs.
    timer = setTimeout(() => setImmediate(fail), wait);
  });
  // Cutting the connection rejects the answer, too, when nobody waits for it any more.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, silence]);
  } finally {
    isSettled = true;
    clearTimeout(timer);
  }
}
