// Attack: a mail server that is slow, silent, rude or gone at any moment of an email, with several senders on one queue
// and a process that must end meanwhile. Every email arrives, once; twice only if its fate could not be known.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { makeIds } from '#server/adapters/clock-ids.ts';
import { makeMailer, type RunningMailer } from '#server/adapters/mailer.ts';
import { makeSmtp, type SmtpBounds } from '#server/adapters/smtp.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { makeClock, SECRET, type TestClock } from '#tests/support/app.ts';
import { freshPostgres, onBothDatabases } from '#tests/support/databases.ts';
import { memoryLog } from '#tests/support/embed.ts';
import { startServer } from '#tests/support/server-process.ts';
import { seedMail, startBadSmtp, startSmtp } from '#tests/support/smtp.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const SECOND = 1_000;
const write = async () => ({ subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', link: 'https://proof.example/' });
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
};

const running: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

onBothDatabases('a bad mail server', { postgres: 'long' }, (database) => {
  let clock: TestClock;
  let log: ReturnType<typeof memoryLog>;
  beforeEach(() => {
    clock = makeClock();
    log = memoryLog();
  });

  const make = (port: number, bounds?: SmtpBounds): RunningMailer => {
    const smtp = makeSmtp(`smtp://127.0.0.1:${port}`, bounds);
    const from = 'Proofbell <no-reply@proof.example>';
    const options = { smtp, from, outbox: '/nowhere', write, stopWait: 50 };
    const mailer = makeMailer(database(), clock, makeIds(clock), log.log, options);
    running.push(mailer);
    return mailer;
  };
  const queue = async (mailer: RunningMailer, count = 1) => {
    for (let n = 0; n < count; n++)
      await mailer.enqueue(database().db, { kind: 'verify-email', userId: 'u', to: `c${n}@shop.example` });
  };
  const queued = () => database().db.selectFrom('mails').selectAll().execute();
  const bad = async (...how: Parameters<typeof startBadSmtp>) => {
    const server = await startBadSmtp(...how);
    running.push(server);
    return server;
  };

  /** A server that takes 5 s an email on the test's clock: it accepts the oldest when the test says so. */
  async function startSlow() {
    const waiting: (() => void)[] = [];
    const arrived: string[] = [];
    const server = await startSmtp({
      onData(stream, session, done) {
        stream.resume();
        stream.on('end', () => {
          arrived.push(session.envelope.rcptTo[0]?.address ?? '');
          waiting.push(done);
        });
      },
    });
    running.push(server);
    return { ...server, arrived, waiting };
  }

  it('gets no email twice from two senders, however slow it is', async () => {
    const server = await startSlow();
    const mailers = [make(server.port), make(server.port)];
    await queue(mailers[0] as RunningMailer, 30);
    for (let accepted = 0; accepted < 30; ) {
      for (const mailer of mailers) void mailer.flush();
      const busy = Math.min(2, 30 - accepted);
      await until(() => server.waiting.length >= busy);
      clock.advance(5 * SECOND);
      for (const accept of server.waiting.splice(0)) {
        accepted++;
        accept();
      }
    }
    await Promise.all(mailers.map((mailer) => mailer.flush()));
    expect(new Set(server.arrived).size).toBe(30);
    expect(server.arrived).toHaveLength(30);
    expect(await queued()).toEqual([]);
  });

  it('keeps an email from the other senders for as long as it takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const server = await startSlow();
    const [mailer, other] = [make(server.port), make(server.port)];
    await queue(mailer);
    const sending = mailer.flush();
    await until(() => server.waiting.length === 1);
    for (let elapsed = 0; elapsed < 300 * SECOND; elapsed += 20 * SECOND) {
      const before = (await queued())[0]?.next_attempt_at ?? '';
      clock.advance(20 * SECOND);
      vi.advanceTimersByTime(20 * SECOND);
      await until(async () => ((await queued())[0]?.next_attempt_at ?? '') > before);
      await other.flush();
    }
    server.waiting.splice(0).forEach((accept) => {
      accept();
    });
    await sending;
    expect(server.arrived).toEqual(['c0@shop.example']);
    expect(await queued()).toEqual([]);
  });

  it('gets nothing from a sender that stood still until another took over', async () => {
    const asked = Promise.withResolvers<Socket>();
    const slow = await bad('DATA', (socket) => asked.resolve(socket));
    const good = await startSlow();
    const [stalled, other] = [make(slow.port), make(good.port)];
    await queue(stalled);
    const stalling = stalled.flush();
    const socket = await asked.promise;
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    // As after a suspended machine: no renewal, and a minute has passed.
    clock.advance(61 * SECOND);
    const taking = other.flush();
    await until(() => good.waiting.length === 1);
    socket.write('354 go on\r\n');
    await stalling;
    expect(said).not.toContain('Hello');
    good.waiting[0]?.();
    await taking;
    // What the late one did to the queue has not touched the other's claim.
    expect(await queued()).toEqual([]);
    expect(good.arrived).toHaveLength(1);
  });

  const say = (text: string) => (socket: Socket) => void socket.write(text);
  const silence = () => {};
  const hangUp = (socket: Socket) => void socket.destroy();
  const drip = (text: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(text), 5);
    socket.once('close', () => clearInterval(timer));
  };
  const REPLIES = ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'end'] as const;
  type Case = [string, Parameters<typeof startBadSmtp>[0], (socket: Socket) => void];
  const common: Case[] = [
    ['is silent at connect', 'connect', silence],
    ['is silent at end', 'end', silence],
    ['hangs up in the middle of the email', 'body', hangUp],
    ['hangs up at end', 'end', hangUp],
    ['answers 451 at RCPT', 'RCPT', say('451 no\r\n')],
    ['answers 550 at end', 'end', say('550 no\r\n')],
  ];
  const rare: Case[] = [
    ['greets byte by byte', 'connect', drip('2')],
    ['never ends its greeting', 'EHLO', drip('250-more\r\n')],
    ...REPLIES.map((moment): Case => [`is silent at ${moment}`, moment, silence]),
    ...REPLIES.map((moment): Case => [`hangs up at ${moment}`, moment, hangUp]),
    ...REPLIES.flatMap((moment) =>
      [421, 451, 550].map((code): Case => [`answers ${code} at ${moment}`, moment, say(`${code} no\r\n`)]),
    ),
    ['answers nonsense', 'MAIL', say('\0\0\0 ?\r\n')],
  ];
  /** Only here could the email have been accepted. */
  const unclear = new Set(['is silent at end', 'hangs up at end']);

  async function expectNothingLost(...[name, moment, misbehave]: Case): Promise<void> {
    const server = await bad(moment, misbehave);
    // Short only where the server keeps the sender waiting, so that a busy machine changes no outcome.
    const bounds = { prepare: /silent|greet/.test(name) && moment !== 'end' ? 100 : 10 * SECOND, deliver: 400 };
    const mailer = make(server.port, bounds);
    await queue(mailer, 2);
    await mailer.flush();
    expect(server.times()).toBeGreaterThanOrEqual(1);
    const left = await queued();
    expect(left.map(({ attempts }) => attempts)).toEqual([1, 1]);
    for (const { next_attempt_at } of left) expect(Date.parse(next_attempt_at ?? '')).toBe(clock.now() + 10 * SECOND);
    expect(log.lines.map((line) => 'mayArriveTwice' in line)).toEqual(Array(2).fill(unclear.has(name)));
    await server.stop();
    const good = await bad(null, silence, server.port);
    clock.advance(10 * SECOND);
    // By a patient sender: a good server may be slow on a busy machine.
    await make(server.port).flush();
    expect(good.accepted.sort()).toEqual(['c0@shop.example', 'c1@shop.example']);
    expect(await queued()).toEqual([]);
  }

  it.each(common)('that %s loses nothing and blocks nobody', expectNothingLost);
  it.each(rare.filter(([name]) => !common.some(([other]) => other === name)))(
    'that %s loses nothing either, and blocks nobody',
    { tags: ['long'] },
    expectNothingLost,
  );

  it.each(REPLIES)('that is silent at %s is left at a stop, and the email stays', async (moment) => {
    const server = await bad(moment, silence);
    const mailer = make(server.port);
    await queue(mailer);
    void mailer.flush();
    await server.reached();
    await mailer.stop();
    // Out, and without an answer: it counts as an attempt. Before that it is as if nothing had been.
    const isOut = moment === 'end';
    const [mail] = await queued();
    expect([mail?.attempts, Date.parse(mail?.next_attempt_at ?? '') - clock.now()]).toEqual(
      isOut ? [1, 10_000] : [0, 0],
    );
    expect(log.lines.length).toBe(isOut ? 1 : 0);
  });

  it('gets no email again that it has accepted, although the queue could not be written just then', async () => {
    const server = await startSlow();
    const mailer = make(server.port);
    await queue(mailer);
    const sending = mailer.flush();
    await until(() => server.waiting.length === 1);
    const { db } = database();
    const broken = vi.spyOn(db, 'deleteFrom').mockImplementation(() => {
      throw new Error('disk full');
    });
    server.waiting[0]?.();
    await sending;
    expect(await queued()).toHaveLength(1);
    broken.mockRestore();
    clock.advance(61 * SECOND);
    await mailer.flush();
    expect(server.arrived).toHaveLength(1);
    expect(await queued()).toEqual([]);
  });
});

describe('a process that must end', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  async function databaseAt(kind: string, name: string): Promise<{ database: Database; url: string }> {
    if (kind === 'PostgreSQL') {
      const own = `t_${randomUUID().replaceAll('-', '')}`;
      return { database: await freshPostgres(own), url: `${inject('postgresUrl')}${own}` };
    }
    const url = `file:${join(folder, `${name}.db`)}`;
    const database = openDatabase(url);
    await migrate(database);
    return { database, url };
  }

  async function prove(kind: string, moment: 'connect' | 'end') {
    const { database, url } = await databaseAt(kind, moment);
    const server = await startBadSmtp(moment, () => {});
    running.push(server);
    await seedMail(database.db);
    const env = {
      DATABASE_URL: url,
      SECRET_KEY: SECRET,
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    };
    const program = await startServer(join(folder, kind + moment), { env });
    await server.reached();
    const tooLate = setTimeout(() => program.child.kill('SIGKILL'), 10 * SECOND);
    const exit = await program.end();
    clearTimeout(tooLate);
    const mails = await database.db.selectFrom('mails').select(['id', 'attempts']).execute();
    await database.close();
    return { exit, mails };
  }

  it('ends in time whatever the mail server does, and keeps the email', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    // All at once, because some wait for seconds.
    const proofs = ['SQLite', 'PostgreSQL'].flatMap((kind) => [prove(kind, 'connect'), prove(kind, 'end')]);
    const untried = { exit: 0, mails: [{ id: 'm', attempts: 0 }] };
    const tried = { exit: 0, mails: [{ id: 'm', attempts: 1 }] };
    expect(await Promise.all(proofs)).toEqual([untried, tried, untried, tried]);
  });
});
