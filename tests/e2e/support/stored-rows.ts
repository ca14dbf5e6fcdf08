// Reaches into the database and the folder of the server under test, for what a browser would have to wait for.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

function inDatabase<T>(run: (database: BetterSqlite3.Database) => T): T {
  const database = new BetterSqlite3(join(process.env.E2E_DATA_DIR ?? '', 'proofbell.db'), { timeout: 10_000 });
  // The server waits for 50 ms at most, which a slow disk alone can take.
  database.pragma('synchronous = off');
  database.pragma('wal_autocheckpoint = 0');
  try {
    return run(database);
  } finally {
    database.close();
  }
}

function change(email: string, sql: string, ...values: (string | number)[]): void {
  const { changes } = inDatabase((database) => database.prepare(sql).run(...values, email));
  if (changes === 0) throw new Error(`Nothing of ${email} was changed`);
}

/** Rows that are written together, in a few milliseconds. */
const BATCH = 50;

/** Copies a notification of the widget once for each message, behind its others; `from` is the first copy's position. */
export async function storeCopies(widgetId: string, from: number, messages: string[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    inDatabase((database) => {
      const original = database.prepare('select * from notifications where widget_id = ?').get(widgetId) as object;
      const columns = Object.keys(original);
      const insert = database.prepare(
        `insert into notifications (${columns}) values (${columns.map((column) => `@${column}`)})`,
      );
      database.transaction(() => {
        for (const [index, message] of messages.slice(start, start + BATCH).entries()) {
          const id = randomBytes(16).toString('base64url');
          insert.run({ ...original, id, message, position: from + start + index });
        }
      })();
    });
    // Tests beside this one write to the same database.
    await setTimeout(10);
  }
}

/** Makes the user's sessions as old as if they had logged in an hour ago. */
export function ageSessions(email: string): void {
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  change(
    email,
    'update sessions set confirmed_at = ? where user_id = (select id from users where email = ?)',
    anHourAgo,
  );
}

/** Makes where the user's sites were seen as old as `days`. */
export const ageSightings = (email: string, days: number): void =>
  change(
    email,
    'update sightings set first_seen_at = ?, last_seen_at = ? where site_id in (select s.id from sites s join users u on u.id = s.owner_id where u.email = ?)',
    ...Array.from({ length: 2 }, () => new Date(Date.now() - days * 86_400_000).toISOString()),
  );

/** Grants the user a plan, as `npm run admin -- plan` does. */
export const storePlan = (email: string, plan: string): void =>
  change(email, 'update users set granted_plan = ? where email = ?', plan);

/** The key that the server under test signs with. */
export const serverSecret = (): string =>
  readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'secret.key'), 'utf8').trim();
