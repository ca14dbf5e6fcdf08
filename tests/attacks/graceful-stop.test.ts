// Attack: stop the server in the middle of the busiest traffic. Whoever sent a request on an open connection gets a whole
// answer, the last one says that the connection ends, and no client can hold the stop up.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { SECRET } from '#tests/support/app.ts';
import { freshPostgres } from '#tests/support/databases.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { seedMail, startBadSmtp } from '#tests/support/smtp.ts';
import { temporaryFolder } from '#tests/support/stages.ts';
import { startStallableProxy } from '#tests/support/stallable-proxy.ts';

let folder: string;
let server: ServerProcess;
const sockets: Socket[] = [];
beforeEach(async () => {
  folder = temporaryFolder();
  server = await startServer(folder);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.end('SIGKILL');
});

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  sockets.push(socket);
  socket.setEncoding('latin1');
  await once(socket, 'connect');
  return socket;
}

/** A client that keeps one connection busy until it ends. */
async function keepBusy(path: string, method: string, body: string, think: number, onAnswer: () => void) {
  const socket = await open();
  const request = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const seen = { answers: 0, isAwaiting: false, saidClose: false, error: '' };
  let answer = '';
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    seen.error = error.code ?? 'error';
  });
  const send = () => {
    if (seen.saidClose || socket.destroyed || !socket.writable) return;
    seen.isAwaiting = true;
    socket.write(request);
  };
  socket.on('data', (text: string) => {
    answer += text;
    const head = answer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
    if (answer.length < head + 4 + length) return;
    seen.saidClose = /\r\nconnection: close/i.test(answer.slice(0, head));
    seen.answers++;
    seen.isAwaiting = false;
    answer = '';
    onAnswer();
    if (think === 0) send();
    else setTimeout(send, think);
  });
  send();
  return { seen, ended };
}

it('every request on an open connection is answered whole, and nothing is reset', { tags: ['long'] }, async () => {
  let answers = 0;
  const enough = Promise.withResolvers<void>();
  const onAnswer = () => {
    if (++answers === 600) enough.resolve();
  };
  const clients = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const kind = n % 4;
      const think = [0, 5, 40, 150][kind] ?? 0;
      if (n % 3 === 0) return keepBusy('/api/embed/unknown/events', 'POST', '{}', think, onAnswer);
      return keepBusy(n % 3 === 1 ? '/api/health' : '/', 'GET', '', think, onAnswer);
    }),
  );
  await enough.promise;
  server.child.kill('SIGTERM');
  await Promise.all(clients.map(({ ended }) => ended));
  expect(await server.exited).toBe(0);
  const broken = clients.filter(({ seen }) => seen.isAwaiting || seen.error || !seen.saidClose);
  expect(broken.map(({ seen }) => seen)).toEqual([]);
});

/** @returns how the process ended, if it did within 10 s. */
async function endInTime(one: ServerProcess) {
  const tooLate = setTimeout(() => one.child.kill('SIGKILL'), 10_000);
  const exit = await one.end();
  clearTimeout(tooLate);
  return exit;
}

// At the same time, because both take seconds.
it('a stop is over in time although slow requests are open, and although the database hangs', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  await Promise.all([stopWithSlowRequests(), stopWithHangingDatabase()]);
});

async function stopWithHangingDatabase(): Promise<void> {
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`;
  const database = await freshPostgres(name);
  // An email on its way, whose mail server is silent, too: its fate must be written down at the end.
  const mails = await startBadSmtp('end', () => {});
  await seedMail(database.db);
  await database.close();
  const postgres = new URL(inject('postgresUrl'));
  const proxy = await startStallableProxy({ host: postgres.hostname, port: Number(postgres.port) });
  postgres.port = String(proxy.port);
  const env = {
    DATABASE_URL: `${postgres}${name}`,
    SECRET_KEY: SECRET,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  };
  const hanging = await startServer(join(folder, 'hanging'), { env });
  await mails.reached();
  proxy.flow = { toServer: false, toClient: false };
  const call = hanging.fetch('/api/health').catch(() => null);
  const exit = await endInTime(hanging);
  await call;
  await Promise.all([proxy.stop(), mails.stop()]);
  // If something had to be given up, the log says so.
  const isGivenUp = hanging.output.stdout.includes('not everything was finished in time');
  expect(exit).toBe(isGivenUp ? 1 : 0);
}

async function stopWithSlowRequests(): Promise<void> {
  const head = (length: number) => `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
  const slow = [
    '',
    'GET / HTTP/1.1\r\nHo',
    head(1_000),
    `${head(1_000)}{"email":`,
    `POST /api/embed/x/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel`,
  ];
  const drips: NodeJS.Timeout[] = [];
  for (const text of slow) {
    const socket = await open();
    socket.on('error', () => {});
    socket.resume();
    if (text) socket.write(text);
    const dripping = await open();
    dripping.on('error', () => {});
    dripping.resume();
    dripping.write(text || 'G');
    drips.push(setInterval(() => dripping.write('a'), 50));
  }
  // Answered after what was sent before it has arrived.
  await server.fetch('/api/health');
  expect(await endInTime(server)).toBe(0);
  for (const drip of drips) clearInterval(drip);
}
