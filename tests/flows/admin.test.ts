// The operator's commands beside a running server: what they print, how they exit, and that the server sees the change.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { admin as runAdmin } from '#server/cli/admin.ts';
import type { Database } from '#server/db/open.ts';
import { parseEnv } from '#server/env.ts';
import type { User } from '#shared/contract/account.ts';
import type { TestApp } from '#tests/support/app.ts';
import { logInWithSso, makeAuthStage, register, ssoToken, whoAmI } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { openSqlite } from '#tests/support/full-database.ts';
import { startRegistration } from '#tests/support/registration.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const ANA = 'ana@shop.example';
const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Runs the program as npm does, with a warning about PUBLIC_URL due. @returns its exit code and output. */
async function admin(args: string[], more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, HOST: '0.0.0.0', ...more };
  const result = await run(process.execPath, ['src/server/main.ts', 'admin', ...args], { env }).catch((error) => error);
  const { code = 0, stdout, stderr } = result as { code?: number; stdout: string; stderr: string };
  return { code, stdout, stderr };
}

/** Starts a server on a file of the folder, or on PostgreSQL. @returns it, and by which variables a command finds its database. */
async function start(dialect: Database['dialect'] = 'sqlite', environment: Record<string, string> = {}) {
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`;
  const database = dialect === 'sqlite' ? await openSqlite(join(folder, 'proofbell.db')) : await freshPostgres(name);
  const app = makeAuthStage(database, environment);
  onTestFinished(async () => {
    await app.stop();
    await database.close();
  });
  const url = `${inject('postgresUrl')}${name}`;
  const env: Record<string, string> = dialect === 'sqlite' ? {} : { DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) };
  return { app, env };
}

/** Signs Ana on as one subject, has the command release her address, and signs her on as another. */
async function release(app: TestApp, more: Record<string, string>) {
  const previous = makeClient(app);
  await logInWithSso(previous, await ssoToken(app, {}));
  const next = async () => (await logInWithSso(makeClient(app), await ssoToken(app, { sub: 'subject-2' }))).status;
  expect(await next()).toBe(409);
  const { code, stdout, stderr } = await admin(['release-sso', 'ANA@shop.example'], more);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Released ANA@shop\.example\. .+\n$/);
  expect([await whoAmI(previous), await next(), await whoAmI(previous)]).toEqual([200, 200, 401]);
}

it('releases an address on SQLite while the server is writing', { tags: ['long'] }, async () => {
  const { app, env } = await start();
  await release(app, env);
  let isDone = false;
  const busy = (async () => {
    for (let n = 0; !isDone; n++) await register(makeClient(app), `customer-${n}@shop.example`);
  })();
  expect((await admin(['release-sso', ANA])).code).toBe(0);
  isDone = true;
  await busy;
  expect(await admin(['release-sso', ANA])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${ANA} is not bound to a single sign-on user\n`,
  });
  expect(await admin(['release-sso', 'nobody@shop.example'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No account has the address nobody@shop.example\n',
  });
});

it('waits for a server that is writing for long, by role and release-sso', { tags: ['long'] }, async () => {
  const { app } = await start();
  await logInWithSso(makeClient(app), await ssoToken(app, {}));
  const busy = new BetterSqlite3(join(folder, 'proofbell.db'));
  busy.exec('begin immediate');
  const commands = Promise.all([admin(['role', ANA, 'admin']), admin(['release-sso', ANA])]);
  // Longer than the server's own writes wait.
  await pause(2_500);
  busy.exec('commit');
  busy.close();
  expect((await commands).map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
});

it('releases an address on PostgreSQL', { tags: ['long'] }, async () => {
  const { app, env } = await start('postgres');
  await release(app, env);
});

/** Runs a command in this process, without waiting for another to start. @returns what it prints, or its error's text. */
async function adminHere(args: string[], more: Record<string, string>) {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  try {
    await runAdmin(parseEnv({ DATA_DIR: folder, ...more }), args);
    return print.mock.calls.join('\n');
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  } finally {
    print.mockRestore();
  }
}

/** Runs the commands that give Ana plans and a role. */
async function giveAll(app: TestApp, more: Record<string, string>) {
  const ana = makeClient(app);
  await register(ana, ANA);
  const held = async () => {
    const { user } = (await ana.get<{ user: User }>('/api/auth/me')).body;
    return [user.subscription.type, user.subscription.status, user.subscription.max_sites, user.role];
  };
  const say = (...args: string[]) => adminHere(args, more);
  expect(await say('plan', 'ANA@shop.example', 'agency')).toBe(
    'ANA@shop.example had Free (1 site) and now has Agency (50 sites).',
  );
  expect(await held()).toEqual(['agency', 'active', 50, 'user']);
  expect(await say('plan', ANA, 'agency')).toBe(
    `${ANA} has that grant already and keeps Agency (50 sites). Nothing was changed.`,
  );
  const paid = { subscription_type: 'growth', subscription_status: 'active' };
  await app.deps.db.updateTable('users').set(paid).execute();
  expect(await say('plan', ANA, 'free')).toBe(
    `${ANA} had Agency (50 sites) and now has Growth (10 sites), by their subscription.`,
  );
  expect(await say('plan', ANA, 'starter')).toBe(`${ANA} keeps Growth (10 sites), by their subscription.`);
  const ended = { subscription_type: null, subscription_status: 'canceled' };
  await app.deps.db
    .updateTable('users')
    .set({ ...ended, email_verified: 1 })
    .execute();
  for (const name of ['Oak', 'Ash']) expect((await ana.post('/api/sites', { name })).status).toBe(201);
  expect(await say('plan', ANA, 'free')).toBe(
    `${ANA} had Starter (3 sites) and now has Free (1 site). All 2 of their sites keep running; no more can be created.`,
  );
  expect(await say('role', ANA, 'admin')).toBe(`${ANA} had the role user and now has the role admin.`);
  expect(await held()).toEqual([null, 'none', 1, 'admin']);
  expect(await say('role', ANA, 'admin')).toBe(`${ANA} has the role admin already. Nothing was changed.`);
  expect(await say('role', ANA, 'user')).toBe(`${ANA} had the role admin and now has the role user.`);
  for (const command of [
    ['plan', 'nobody@shop.example', 'agency'],
    ['role', 'nobody@shop.example', 'admin'],
  ])
    expect(await say(...command)).toBe('Error: No account has the address nobody@shop.example');
}

it('grants plans and roles on SQLite, and takes them back', async () => {
  const { app, env } = await start();
  await giveAll(app, env);
});

it('grants plans and roles on PostgreSQL, and takes them back', { tags: ['long'] }, async () => {
  const { app, env } = await start('postgres');
  await giveAll(app, env);
});

it('lists what hangs, and says so when nothing does', async () => {
  const { app } = await start();
  expect(await adminHere(['registrations'], {})).toBe('Nothing hangs.');
  const { id } = await startRegistration(app, { email: ANA });
  const paid = { plan: 'growth', cycle: 'annual', status: 'paid', paid_at: '2026-03-10T12:00:00.000Z' } as const;
  await app.deps.db.updateTable('registrations').set(paid).execute();
  const said = await adminHere(['registrations'], {});
  expect(said).toMatch(/^ana@shop\.example {2}growth, annual {2}since 2026-03-10\S+: paid, but no account was made/);
  expect(said).not.toContain(id);
});

it('lists contact messages, the newest first, and says so when there are none', async () => {
  const { app } = await start('sqlite', { CONTACT_EMAIL: 'hello@oak.example' });
  expect(await adminHere(['messages'], {})).toBe('No messages.');
  await makeClient(app).post('/api/contact', { name: 'Ana Silva', email: ANA, message: 'Do you ship\nto Lisbon?' });
  app.clock.advance(60_000);
  await makeClient(app).post('/api/contact', { email: 'bo@shop.example', message: 'Thanks' });
  expect(await adminHere(['messages'], {})).toBe(
    [
      '2026-03-10 12:01 UTC  bo@shop.example',
      '  Thanks',
      '',
      '2026-03-10 12:00 UTC  Ana Silva <ana@shop.example>',
      '  Do you ship',
      '  to Lisbon?',
    ].join('\n'),
  );
});

it('explains itself when called without a command, with an unknown one, or with too few or too many arguments', async () => {
  const usage = /^[^\n]+\. Usage: npm run admin -- COMMAND\n(?: {2}[a-z-]+(?: \S+)* {4}\S.+\n)+$/;
  const { code, stdout, stderr } = await admin([]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(usage);
  for (const args of [['help'], ['constructor'], ['release-sso'], ['release-sso', ANA, 'more']])
    expect(`${await adminHere(args, {})}\n`).toMatch(usage);
});

it('takes only plans and roles that there are', async () => {
  const calls: [string, string[]][] = [
    ['plan takes EMAIL agency|growth|starter|free', ['plan', ANA]],
    ['plan takes EMAIL agency|growth|starter|free', ['plan', ANA, '']],
    ['plan takes EMAIL agency|growth|starter|free', ['plan', ANA, 'agency', 'growth']],
    ['plan takes one of agency, growth, starter, free', ['plan', ANA, 'Agency']],
    ['plan takes one of agency, growth, starter, free', ['plan', 'agency', ANA]],
    ['role takes one of admin, user', ['role', ANA, 'owner']],
  ];
  for (const [message, args] of calls) expect(await adminHere(args, {})).toContain(`UsageError: ${message}. Usage: `);
});

it('neither makes a database nor changes an old one', { tags: ['long'] }, async () => {
  const file = join(folder, 'proofbell.db');
  const missing = await adminHere(['release-sso', ANA], {});
  expect(missing).toBe(`Error: There is no database at ${file}. Run npm start first`);
  expect(existsSync(file)).toBe(false);
  const old = new BetterSqlite3(file);
  old.exec('create table users (id text)');
  const stale = await adminHere(['release-sso', ANA], {});
  expect(stale).toBe('Error: The database is not up to date. Run npm start or npm run migrate first');
  expect(old.prepare('select name from sqlite_master').pluck().all()).toEqual(['users']);
  old.close();
});
