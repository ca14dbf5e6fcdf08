// Attack: read every byte that the installation leaves on disk (database, write-ahead log, backup) at every stage of an
// email's life, and try to get into an account with what is there.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUpSqlite } from '#server/db/backup.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import type { RegistrationAnswer } from '#shared/contract/registration.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { type Client, makeClient } from '#tests/support/client.ts';
import { freePort } from '#tests/support/ports.ts';
import { type Received, startSmtp } from '#tests/support/smtp.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const EMAIL = 'ana@shop.example';
const PASSWORD = 'a horse of her own';

let folder: string;
let database: Database;
let app: TestApp;
let port: number;
let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined;
const backups: string[] = [];

beforeEach(async () => {
  folder = temporaryFolder();
  database = openDatabase(`file:${join(folder, 'proofbell.db')}`);
  await migrate(database);
  port = await freePort();
  app = makeTestApp(database, { DATA_DIR: folder, SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterEach(async () => {
  await smtp?.stop();
  smtp = undefined;
  await app.stop();
  await database.close();
  for (const file of backups.splice(0)) rmSync(file);
});

const serve = async (options?: SMTPServerOptions) => {
  await smtp?.stop();
  smtp = await startSmtp(options, port);
  return smtp.received;
};
const codesIn = (received: readonly Received[]) =>
  received.flatMap(({ source }) => {
    // Quoted-printable wraps long lines.
    const text = source.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    return [...text.matchAll(/(?:code|reset|resume)=([\w-]{43})/g)].map(([, code]) => code ?? '');
  });

/** @returns the bytes of every file, and of a fresh backup. */
async function everything(): Promise<string[]> {
  const backup = join(tmpdir(), `proofbell-backup-${crypto.randomUUID()}.db`);
  backups.push(backup);
  await backUpSqlite(`file:${join(folder, 'proofbell.db')}`, backup);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.some((file) => file.endsWith('-wal'))).toBe(true);
  return [...files, backup].map((file) => readFileSync(file, 'latin1'));
}

/** @returns every text that could be a secret: each run of 20 to 100 token characters, and each 43 characters of it. */
function candidatesIn(contents: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const content of contents)
    for (const [run] of content.matchAll(/[\w.-]{20,100}/g)) {
      found.add(run);
      for (let at = 0; at + 43 <= run.length; at++) found.add(run.slice(at, at + 43));
    }
  return found;
}

/** Tries each candidate wherever a secret gives access. @returns those that worked. */
async function openedBy(candidates: ReadonlySet<string>, cookie: string): Promise<string[]> {
  const opened: string[] = [];
  for (const candidate of candidates) {
    const attempts = [
      app.fetch('/api/sites', { headers: { authorization: `Bearer ${candidate}` } }),
      app.fetch('/api/auth/me', { headers: { cookie: `${cookie}=${candidate}` } }),
    ];
    for (const answer of await Promise.all(attempts)) if (answer.status === 200) opened.push(candidate);
    const { passwords } = app.deps;
    // Password checks are slow on purpose, and not under attack here.
    app.deps.passwords = { hash: async () => 'unused', verify: async () => false };
    const { status } = await makeClient(app).post('/api/auth/reset-password', {
      token: candidate,
      password: 'taken over by somebody',
    });
    app.deps.passwords = passwords;
    if (status === 200) opened.push(candidate);
  }
  return opened;
}

async function start(): Promise<{ client: Client; secrets: string[] }> {
  const client = makeClient(app);
  const { body } = await client.post<{ accessToken: string }>('/api/auth/register', {
    email: EMAIL,
    password: PASSWORD,
  });
  return { client, secrets: [PASSWORD, body.accessToken, ...client.cookies.values()] };
}

it('no link of an email is on disk while it waits, fails, is refused or accepted, or afterwards', async () => {
  const moments: { contents: string[]; moment: string }[] = [];
  const look = async (moment: string) => moments.push({ moment, contents: await everything() });
  const codes: string[] = [];
  const { secrets } = await start();
  await makeClient(app).post('/api/auth/forgot-password', { email: EMAIL });
  await look('queued');
  const attempt = async (moment: string) => {
    app.clock.advance(7 * 3_600_000);
    await app.running.mailer.flush();
    await look(moment);
  };
  await attempt('no server');
  const refusing: Received[] = [];
  const collect = (answer: Error | null): Pick<Required<SMTPServerOptions>, 'onData'> => ({
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        refusing.push({ from: '', to: [], source: Buffer.concat(parts).toString() });
        await look('being sent');
        done(answer);
      });
    },
  });
  await serve({ onRcptTo: (_address, _session, done) => done(new Error('Try later')) });
  await attempt('recipient refused');
  await serve(collect(new Error('Disk full')));
  await attempt('content refused');
  await serve(collect(null));
  await attempt('taken');
  codes.push(...codesIn(refusing));
  // Two emails, each refused once and accepted once, with a new link per attempt, in text and HTML.
  expect(new Set(codes).size).toBe(4);
  expect(moments.map(({ moment }) => moment)).toEqual(
    expect.arrayContaining(['queued', 'no server', 'recipient refused', 'being sent', 'content refused', 'taken']),
  );
  for (const { moment, contents } of moments) {
    for (const secret of [...codes, ...secrets]) {
      const found = contents.filter((content) => content.includes(secret)).length;
      expect([moment, found]).toEqual([moment, 0]);
    }
  }
  expect(await database.db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

it('no code of an email is on disk before, while and after it is sent', async () => {
  const received = await serve();
  const client = makeClient(app);
  await client.post('/api/auth/register', { email: EMAIL });
  await app.running.mailer.flush();
  await client.post('/api/auth/confirm-code');
  const before = await everything();
  await app.running.mailer.flush();
  const code = /\b\d{4} \d{4}\b/.exec(received.at(-1)?.source ?? '')?.[0] ?? '';
  expect(code).not.toBe('');
  for (const content of [...before, ...(await everything())]) {
    for (const shown of [code, code.replace(' ', '')]) expect(content.includes(shown)).toBe(false);
  }
  expect((await client.post('/api/auth/confirm', { code })).status).toBe(200);
});

it('no link that confirms a new address is on disk before, while and after it is sent', async () => {
  const received = await serve();
  const { client } = await start();
  await app.running.mailer.flush();
  await client.post('/api/auth/verify-email', { code: codesIn(received)[0] });
  await client.post('/api/auth/change-email', { email: 'ana@new.example' });
  const before = await everything();
  await app.running.mailer.flush();
  const code = codesIn(received).at(-1) ?? '';
  for (const content of [...before, ...(await everything())]) expect(content.includes(code)).toBe(false);
  expect((await client.post('/api/auth/verify-email', { code })).status).toBe(200);
  expect((await client.get<{ user: { email: string } }>('/api/auth/me')).body.user.email).toBe('ana@new.example');
});

it('an email that we give up on leaves none of its text behind', async () => {
  await start();
  for (let n = 0; n < 20; n++) {
    app.clock.advance(7 * 3_600_000);
    await app.running.mailer.flush();
  }
  const [mail] = await database.db.selectFrom('mails').selectAll().execute();
  expect(mail).toMatchObject({ attempts: 20, next_attempt_at: null });
  expect(JSON.stringify(mail)).not.toMatch(/https?:|[\w-]{43}/);
});

it('nothing on disk gives access to an account', { tags: ['long'] }, async () => {
  const received = await serve();
  const { client } = await start();
  await app.running.mailer.flush();
  const [code] = codesIn(received);
  await client.post('/api/auth/verify-email', { code });
  const { body } = await client.post<{ apiKey: { key: string } }>('/api/api-keys', { name: 'Export', scope: 'write' });
  await makeClient(app).post('/api/auth/forgot-password', { email: EMAIL });
  await app.running.mailer.flush();
  const reset = codesIn(received).at(-1) ?? '';
  const [cookie = ''] = [...client.cookies.keys()].filter((name) => name.includes('session'));
  const candidates = candidatesIn(await everything());
  // The real secrets do work, so the check can fail.
  expect(await openedBy(new Set([client.cookies.get(cookie) ?? '', body.apiKey.key]), cookie)).toHaveLength(2);
  expect(candidates.size).toBeGreaterThan(100);
  expect(await openedBy(candidates, cookie)).toEqual([]);
  expect(await openedBy(new Set([reset]), cookie)).toEqual([reset]);
});

it("no registration's id or link is on disk, and nothing there leads to one", { tags: ['long'] }, async () => {
  const received = await serve();
  const client = makeClient(app);
  const start = await client.post<RegistrationAnswer>('/api/registration', { email: EMAIL });
  const { id } = start.body.registration;
  await client.procedure('mutation', 'registration.mailLink', { email: EMAIL });
  const before = await everything();
  await app.running.mailer.flush();
  const [token = ''] = codesIn(received);
  expect(token).not.toBe('');
  const contents = [...before, ...(await everything())];
  for (const content of contents) for (const secret of [id, token]) expect(content.includes(secret)).toBe(false);
  const tried = async (candidate: string) => {
    const read = await app.fetch(`/api/registration/${candidate}`);
    const held = await app.fetch('/api/trpc/registration.current', {
      headers: { cookie: `proofbell_registration=${candidate}` },
    });
    const { status } = await makeClient(app).procedure('mutation', 'registration.resume', { token: candidate });
    return [read.status === 200, (await held.text()).includes(EMAIL), status === 200];
  };
  const candidates = candidatesIn(contents);
  expect(candidates.size).toBeGreaterThan(10);
  for (const candidate of candidates)
    expect([candidate, await tried(candidate)]).toEqual([candidate, [false, false, false]]);
  // The real ones do work, so the check can fail.
  expect(await tried(id)).toEqual([true, true, false]);
  expect(await tried(token)).toEqual([false, false, true]);
});
