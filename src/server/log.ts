// The program's log: JSON lines on an output that may fail. Nothing waits for it: while it can't be written, lines
// gather in a bounded buffer, and what doesn't fit is counted. What repeats without end is counted instead of written,
// so that nobody can fill a disk from outside.
import { pino } from 'pino';
import SonicBoom from 'sonic-boom';

/** Bytes of lines that wait for the output, about the last 5,000 lines. */
const BUFFER_MAX = 1024 * 1024;
/** Milliseconds until a failed write is tried again, should no new line do so. */
const RETRY = 1_000;
/** How long the end of the program waits for its last lines, in milliseconds. */
const FLUSH_MAX = 1_000;
/** Lines a minute with the same message, from warnings upwards. */
const REPEATS_MAX = 100;
const MINUTE = 60_000;
const { warn: WARN = 0, fatal: FATAL = 0 } = pino.levels.values;

type Log = pino.Logger;

export type OpenLog = {
  log: Log;
  /** Resolves when everything is written, or can't be, after a second at most. Never rejects. */
  flush(): Promise<void>;
};

/**
 * @param level as pino names it, or `silent`.
 * @param output a file descriptor. A pipe must be in non-blocking mode: one that nobody reads would otherwise hold a
 * thread, and with it the end of the process.
 */
export function openLog(level: string, output: number): OpenLog {
  const sink = new SonicBoom({ fd: output, sync: false, maxLength: BUFFER_MAX });
  let isWritten = true;
  let dropped = 0;
  let failure: string | null = null;
  let willRetry = false;

  sink.on('drop', () => dropped++);
  // The sink keeps what it could not write, and tries again with every line.
  sink.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code ?? error.message;
    if (willRetry) return;
    willRetry = true;
    setTimeout(() => {
      willRetry = false;
      sink.write('');
    }, RETRY).unref();
  });
  sink.on('drain', () => {
    isWritten = true;
    if (failure === null && dropped === 0) return;
    const gap = { dropped, ...(failure !== null && { error: failure }) };
    dropped = 0;
    failure = null;
    log.warn(gap, 'the log could not be written for a while: `dropped` lines are missing here');
  });

  // The database itself tells when another process locks it, and when that is over (db/open.ts): one line each, and none for
  // each call that failed.
  const isTold = (first: unknown) => {
    const { code, err } = (first ?? {}) as { code?: unknown; err?: { code?: unknown } };
    return /^SQLITE_BUSY/.test(String(code ?? err?.code));
  };
  const repeats = countRepeats((message, omitted) => log.warn({ omitted, message }, 'more lines like this one'));
  // Not the sink itself: pino would write fatal lines synchronously, and that never returns on a full disk.
  const write = (line: string) => {
    isWritten = false;
    sink.write(line);
  };
  const log = pino(
    {
      level,
      base: null,
      hooks: {
        logMethod(args, method, number) {
          const message = typeof args[0] === 'string' ? args[0] : args[1];
          if (number >= WARN && isTold(args[0])) return;
          if (number < WARN || number >= FATAL || repeats.admit(String(message))) method.apply(this, args);
        },
      },
    },
    { write },
  );

  return {
    log,
    flush() {
      if (isWritten) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, FLUSH_MAX);
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        sink.once('drain', end);
        sink.once('error', end);
        sink.write('');
      });
    },
  };
}

/** @param report receives, every minute, each message that was refused, and how often. */
function countRepeats(report: (message: string, omitted: number) => void) {
  let counts = new Map<string, number>();
  setInterval(() => {
    const before = counts;
    counts = new Map();
    for (const [message, count] of before) if (count > REPEATS_MAX) report(message, count - REPEATS_MAX);
  }, MINUTE).unref();
  return {
    /** @returns whether one more line with this message may be written. */
    admit(message: string): boolean {
      const count = (counts.get(message) ?? 0) + 1;
      counts.set(message, count);
      return count <= REPEATS_MAX;
    },
  };
}
