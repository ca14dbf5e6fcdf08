// A real SMTP server for tests, which accepts, refuses, delays or drops emails as configured.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Db } from '#server/db/open.ts';

export type Received = { to: string[]; from: string; source: string };

/** @returns a server that collects emails in `received`, without a login by default. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), source: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;
  return { received, port: address.port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** What the client says, in order; `body` is a line of the email, `end` the line that completes it. */
type SmtpMoment = 'connect' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'end' | 'QUIT';

const REPLIES: Record<SmtpMoment, string> = {
  connect: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  body: '',
  end: '250 accepted',
  QUIT: '221 bye',
};

/**
 * A mail server that misbehaves at one moment and is correct otherwise; without delays, unlike the real one.
 * @param misbehave gets the connection at that moment, instead of the reply. @param moment null for never.
 * @returns its port, the recipients of the emails it accepted, how often it came to that moment, and a promise of it.
 */
export async function startBadSmtp(moment: SmtpMoment | null, misbehave: (socket: Socket) => void, port = 0) {
  const sockets = new Set<Socket>();
  const watchers: (() => void)[] = [];
  const accepted: string[] = [];
  let times = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let isBody = false;
    let recipient = '';
    let rest = '';
    const meet = (met: SmtpMoment) => {
      if (met === moment) {
        times++;
        for (const wake of watchers.splice(0)) wake();
        misbehave(socket);
      } else {
        if (met === 'end') accepted.push(recipient);
        if (REPLIES[met]) socket.write(`${REPLIES[met]}\r\n`);
      }
      if (met === 'DATA') isBody = true;
      if (met === 'end') isBody = false;
    };
    meet('connect');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? recipient;
        meet(isBody ? (line === '.' ? 'end' : 'body') : (line.slice(0, 4).replace('HELO', 'EHLO') as SmtpMoment));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    accepted,
    times: () => times,
    reached: () => (times > 0 ? Promise.resolve() : new Promise<void>((resolve) => watchers.push(resolve))),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Queues an email to a new account, due at once. */
export async function seedMail(db: Db): Promise<void> {
  const at = new Date(Date.now() - 1_000).toISOString();
  const dates = { created_at: at, updated_at: at };
  const email = 'ana@shop.example';
  await db
    .insertInto('users')
    .values({ id: 'u', email, email_lower: email, ...dates })
    .execute();
  const state = { attempts: 0, next_attempt_at: at, last_error: null, created_at: at };
  await db
    .insertInto('mails')
    .values({ id: 'm', kind: 'verify-email', user_id: 'u', recipient: email, ...state })
    .execute();
}
