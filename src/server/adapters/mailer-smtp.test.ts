// Emails over a real SMTP server that accepts, refuses or drops them.
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeClock, type TestClock } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { memoryLog } from '#tests/support/embed.ts';
import { freePort } from '#tests/support/ports.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import type { Mail } from '../domain/ports.ts';
import { makeIds } from './clock-ids.ts';
import { makeMailer, type RunningMailer, type WrittenMail } from './mailer.ts';
import { makeSmtp } from './smtp.ts';

const LINK = `https://proof.example/reset-password#reset=${'x'.repeat(43)}`;
/** An email with its own content, so that tests can put anything there. */
type TestMail = Omit<Mail, 'userId'> & WrittenMail;
/** By recipient's user id. */
const written = new Map<string, WrittenMail>();
const write = async ({ userId }: Mail) => written.get(userId ?? '') ?? null;

const MAIL: TestMail = {
  kind: 'verify-email',
  to: 'ana@shop.example',
  subject: 'Choose a new password ✓',
  text: `Olá Ana,\n\n${LINK}\n.\n..\nend`,
  html: `<p>Olá Ana</p><a href="${LINK}">Choose</a>`,
  link: LINK,
};

it('hands over an email, and the login, only to a server whose certificate holds, unless its URL says otherwise', async () => {
  const logins: unknown[] = [];
  const options: SMTPServerOptions = {
    allowInsecureAuth: true,
    // Which would warn of its certificate.
    logger: false,
    onAuth({ username }, _session, done) {
      logins.push(username);
      done(null, { user: username });
    },
  };
  // All three have a certificate that nobody vouches for.
  const secure = await startSmtp({ ...options, secure: true });
  const upgraded = await startSmtp({ ...options, disabledCommands: [] });
  const plain = await startSmtp(options);
  const attempt = { signal: new AbortController().signal, maySend: () => true, onSent() {} };
  const send = (url: string) =>
    makeSmtp(url)({ from: 'a@proof.example', to: 'b@shop.example', subject: 'x', text: 'y' }, attempt);
  const login = 'ana:secret@127.0.0.1';
  await expect(send(`smtps://${login}:${secure.port}`)).rejects.toThrow(/self-signed|certificate/);
  await expect(send(`smtp://${login}:${upgraded.port}`)).rejects.toThrow(/self-signed|certificate/);
  await expect(send(`smtp://${login}:${plain.port}?requireTLS=true`)).rejects.toThrow();
  expect([logins, secure, upgraded, plain].map((one) => ('received' in one ? one.received : one))).toEqual([
    [],
    [],
    [],
    [],
  ]);
  await send(`smtps://${login}:${secure.port}?tls.rejectUnauthorized=false`);
  expect([logins, secure.received.length]).toEqual([['ana'], 1]);
  for (const server of [secure, upgraded, plain]) await server.stop();
});

onBothDatabases('the mailer over SMTP', { postgres: 'long' }, (database) => {
  let clock: TestClock;
  let log: ReturnType<typeof memoryLog>;
  const running: { stop(): Promise<void> }[] = [];
  const make = (port: number, login = ''): RunningMailer => {
    const smtp = makeSmtp(`smtp://${login}127.0.0.1:${port}`);
    const from = 'Proofbell <no-reply@proof.example>';
    const mailer = makeMailer(database(), clock, makeIds(clock), log.log, { smtp, from, outbox: '/nowhere', write });
    running.push(mailer);
    return mailer;
  };
  const serve = async (options?: SMTPServerOptions, port?: number) => {
    const server = await startSmtp(options, port);
    running.push(server);
    return server;
  };
  const queue = (mailer: RunningMailer, { kind, to, ...content }: TestMail = MAIL) => {
    const userId = crypto.randomUUID();
    written.set(userId, content);
    return mailer.enqueue(database().db, { kind, userId, to });
  };
  const queued = () => database().db.selectFrom('mails').selectAll().execute();

  beforeEach(() => {
    clock = makeClock();
    log = memoryLog();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });

  it('sends an email that any client can read: text and HTML, one recipient, an unbroken link', async () => {
    const { received, port } = await serve();
    const mailer = make(port);
    await queue(mailer);
    await mailer.flush();
    expect(received.map(({ from, to }) => [from, to])).toEqual([['no-reply@proof.example', ['ana@shop.example']]]);
    const mail = await PostalMime.parse(received[0]?.source ?? '');
    expect(mail).toMatchObject({
      from: { name: 'Proofbell', address: 'no-reply@proof.example' },
      to: [{ address: 'ana@shop.example' }],
      subject: MAIL.subject,
    });
    expect(mail.text?.trim()).toBe(MAIL.text);
    expect(mail.html?.trim()).toBe(MAIL.html);
    expect(mail.messageId).toMatch(/^<[\w-]+@proofbell>$/);
    expect(await queued()).toEqual([]);
    expect(JSON.stringify(log.lines)).not.toContain('reset=');
  });

  it('keeps emails while there is no server, and sends them once there is one', async () => {
    const port = await freePort();
    const mailer = make(port);
    await queue(mailer);
    await mailer.flush();
    expect(await queued()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') }]);
    const { received } = await serve({}, port);
    await mailer.flush();
    expect(received).toHaveLength(0);
    clock.advance(10_000);
    await mailer.flush();
    expect(received).toHaveLength(1);
    expect(await queued()).toEqual([]);
  });

  it('keeps an email that the server defers, without blocking the others', async () => {
    const { received, port } = await serve({
      onRcptTo({ address }, _session, done) {
        done(address.startsWith('busy') ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null);
      },
    });
    const mailer = make(port);
    await queue(mailer, { ...MAIL, to: 'busy@shop.example' });
    await queue(mailer);
    await mailer.flush();
    expect(received.map(({ to }) => to)).toEqual([['ana@shop.example']]);
    expect(await queued()).toMatchObject([{ recipient: 'busy@shop.example', attempts: 1 }]);
    expect(log.lines.at(-1)).toMatchObject({ msg: 'mail not sent', error: expect.stringContaining('451') });
  });

  it('logs in with the credentials from its URL, and reports a refusal without them', async () => {
    const options: SMTPServerOptions = {
      authOptional: false,
      allowInsecureAuth: true,
      authMethods: ['PLAIN'],
      onAuth({ username, password }, _session, done) {
        if (username === 'proof' && password === 'p@ss') return done(null, { user: username });
        return done(new Error('No such login'));
      },
    };
    const { received, port } = await serve(options);
    const mailer = make(port, 'proof:p%40ss@');
    await queue(mailer);
    await mailer.flush();
    expect(received).toHaveLength(1);
    const otherUser = make(port, 'proof:wrong-secret@');
    await queue(otherUser);
    await otherUser.flush();
    expect(received).toHaveLength(1);
    expect(await queued()).toMatchObject([{ attempts: 1 }]);
    expect(JSON.stringify([log.lines, await queued()])).not.toContain('wrong-secret');
  });

  it('cannot be tricked into adding recipients or headers', async () => {
    const { received, port } = await serve();
    const mailer = make(port);
    const evil = 'evil@other.example';
    const attacks: Partial<TestMail>[] = [
      { subject: `Hello\r\nBcc: ${evil}` },
      { to: `ana@shop.example\r\nRCPT TO:<${evil}>` },
      { to: `ana@shop.example, ${evil}` },
      { to: `ana@shop.example> <${evil}` },
      { text: `.\r\nMAIL FROM:<${evil}>\r\nRCPT TO:<${evil}>\r\nDATA\r\nHello\r\n.\r\n` },
    ];
    for (const attack of attacks) await queue(mailer, { ...MAIL, ...attack });
    await mailer.flush();
    expect(received.length).toBeGreaterThan(1);
    for (const { to, source } of received) {
      expect(to).toHaveLength(1);
      expect(to).not.toContain(evil);
      const { headers } = await PostalMime.parse(source);
      expect(headers.map(({ key }) => key)).not.toContain('bcc');
    }
  });
});
