// Reaches into the database of the server under test, for what a browser would have to wait for.
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/** Makes the user's sessions as old as if they had logged in an hour ago. */
export function ageSessions(email: string): void {
  const database = new BetterSqlite3(join(process.env.E2E_DATA_DIR ?? '', 'proofbell.db'), { timeout: 10_000 });
  try {
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const { changes } = database
      .prepare('update sessions set confirmed_at = ? where user_id = (select id from users where email = ?)')
      .run(anHourAgo, email);
    if (changes === 0) throw new Error(`${email} has no session`);
  } finally {
    database.close();
  }
}
