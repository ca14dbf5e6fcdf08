// A program of its own: reads a SQLite database for the server, one statement after another (readers.ts starts it).
import BetterSqlite3 from 'better-sqlite3';
import type { Answer, Question } from './readers.ts';

// The server ends it. Ctrl+C reaches both, and what the server still answers is read here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

const [, , path = '', patience = '0'] = process.argv;
const database = new BetterSqlite3(path, { readonly: true });
database.pragma(`busy_timeout = ${patience}`);

function answer({ sql, parameters }: Question): Answer {
  try {
    const statement = database.prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters) };
    statement.run(...parameters);
    return { rows: [] };
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    return { code, message };
  }
}

process.on('message', (question: Question) => process.send?.(answer(question)));
// Ready.
process.send?.({ rows: [] } satisfies Answer);
