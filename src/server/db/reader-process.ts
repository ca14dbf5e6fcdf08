// A program of its own: reads a SQLite database for the server, one statement after another (readers.ts starts it).
import BetterSqlite3 from 'better-sqlite3';
import type { Answer, Question } from './readers.ts';

// The server ends it. Ctrl+C reaches both, and what the server still answers is read here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

const NOTHING: Answer = { columns: [], rows: [], isLast: true };

const [, , path = '', patience = '0'] = process.argv;
const database = new BetterSqlite3(path, { readonly: true });
database.pragma(`busy_timeout = ${patience}`);

/** Of a part, so that taking one holds up nobody: a large answer in one would keep the server's thread for 30 ms. */
const CELLS_MAX = 5_000;

const send = (part: Answer) => process.send?.(part);

/** Answers in parts. */
function answer({ sql, parameters }: Question): void {
  try {
    const statement = database.prepare(sql);
    if (!statement.reader) {
      statement.run(...parameters);
      send(NOTHING);
      return;
    }
    const columns = statement.columns().map(({ name }) => name);
    const rows = statement.raw().all(...parameters) as unknown[][];
    const size = Math.ceil(CELLS_MAX / columns.length);
    for (let from = 0; from === 0 || from < rows.length; from += size)
      send({ columns, rows: rows.slice(from, from + size), isLast: from + size >= rows.length });
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    send({ code, message });
  }
}

process.on('message', (question: Question) => answer(question));
// Ready.
send(NOTHING);
