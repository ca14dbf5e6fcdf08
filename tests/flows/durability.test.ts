// Acknowledged interactions are stored: kills a server in the middle of a stream of interactions, with signals that let
// it finish and with one that does not, then checks the database.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { inject, it } from 'vitest';
import { systemClock } from '#server/adapters/clock-ids.ts';
import { makeTokens } from '#server/adapters/tokens.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { BROWSER, SITE, seedNotification, seedSite } from '#tests/support/embed.ts';
import { runs } from '#tests/support/runs.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const SECRET = 'a secret key for tests, 32 bytes or more';
const NOTIFICATIONS = ['a', 'b', 'c'];
const COST = { type: 'cost', bytes: 9_000, requests: 2, time: 1.5 };
const SENDERS = 24;
/** After how many responses to kill the server, one round each, to catch it at different points of its work. */
const MOMENTS = Array.from({ length: runs(1, 1, 60) }, (_, round) => 1_000 + round * 137);

async function startServer(url: string) {
  const child = spawn(process.execPath, ['tests/support/embed-server.ts', url, SECRET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(Number(data)));
    child.once('exit', () => reject(new Error('the server ended before it listened')));
  });
  return { child, exited, port };
}

/** Reports interactions nonstop until the server is gone. @returns how many were sent, and acknowledged with 204. */
async function stream(port: number, onAnswer: (answered: number) => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
  const token = makeTokens(SECRET, systemClock).signEmbed(SITE, Date.now());
  const body = JSON.stringify({
    token,
    events: [
      ...NOTIFICATIONS.map((notificationId) => ({ type: 'display', notificationId, page: '/', device: 'mobile' })),
      COST,
    ],
  });
  const headers = { 'user-agent': BROWSER, 'content-length': Buffer.byteLength(body) };
  let sent = 0;
  let answered = 0;
  const send = () =>
    new Promise<number>((resolve) => {
      const options = { port, host: '127.0.0.1', agent, method: 'POST', path: `/api/embed/${SITE}/events`, headers };
      const call = request(options, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', () => resolve(0));
      });
      call.once('error', () => resolve(0));
      call.end(body);
    });
  const sender = async () => {
    for (;;) {
      sent++;
      const status = await send();
      if (status === 0) return;
      if (status === 204) onAnswer(++answered);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  agent.destroy();
  return { sent, answered };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Kills a server on the database at `url` after this many responses, and compares. */
async function prove(url: string, signal: NodeJS.Signals, after: number): Promise<void> {
  const database = openDatabase(url);
  await migrate(database);
  await seedSite(database.db);
  for (const id of NOTIFICATIONS) await seedNotification(database.db, id);
  await database.close();

  const { child, exited, port } = await startServer(url);
  const { sent, answered } = await stream(port, (count) => {
    if (count === after) child.kill(signal);
  });
  await exited;
  if (answered < after) throw new Error(`the stream broke off after ${answered} answers`);

  const again = openDatabase(url);
  const rows = await again.db.selectFrom('notifications').select(['id', 'display_count']).execute();
  const hours = await again.db
    .selectFrom('stats_hourly')
    .select((eb) => ['notification_id', eb.fn.sum<number>('displays').as('displays')])
    .groupBy('notification_id')
    .execute();
  const days = await Promise.all([
    again.db.selectFrom('stats_daily_device').selectAll().execute(),
    again.db.selectFrom('stats_daily_page').selectAll().execute(),
  ]);
  const costs = await again.db.selectFrom('stats_daily_cost').selectAll().execute();
  await again.close();
  for (const { id, display_count } of rows) {
    const label = `${id}: ${display_count} stored, ${answered} answered, ${sent} sent`;
    if (display_count < answered || display_count > sent) throw new Error(label);
    // Both are written in one transaction, so neither is ever missing.
    if (hours.find((row) => row.notification_id === id)?.displays !== display_count)
      throw new Error(`hour of ${label}`);
    if (display_count !== rows[0]?.display_count) throw new Error(`half a request: ${label}`);
    // Summed, because a new day may have started meanwhile.
    for (const day of days) {
      if (sum(day.map(({ displays }) => displays)) !== display_count * NOTIFICATIONS.length)
        throw new Error(`day of ${label}`);
    }
    if (sum(costs.map(({ loads }) => loads)) !== 3 * display_count) throw new Error(`cost of ${label}`);
  }
}

it('loses no acknowledged interaction to SIGKILL on SQLite', () => onSqlite('SIGKILL'));
it('loses no acknowledged interaction to SIGTERM on SQLite', { tags: ['long'] }, () => onSqlite('SIGTERM'));
it('loses no acknowledged interaction to SIGKILL on PostgreSQL', { tags: ['long'] }, () => onPostgres('SIGKILL'));
it('loses no acknowledged interaction to SIGTERM on PostgreSQL', { tags: ['long'] }, () => onPostgres('SIGTERM'));

async function onSqlite(signal: NodeJS.Signals): Promise<void> {
  for (const after of MOMENTS) await prove(`file:${join(temporaryFolder(), 'proofbell.db')}`, signal, after);
}

async function onPostgres(signal: NodeJS.Signals): Promise<void> {
  for (const after of MOMENTS) {
    const name = `t_${randomUUID().replaceAll('-', '')}`;
    await (await freshPostgres(name)).close();
    await prove(`${inject('postgresUrl')}${name}`, signal, after);
  }
}
