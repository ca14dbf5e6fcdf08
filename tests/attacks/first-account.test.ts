// Attack: have an address taken for verified, as the first user's is on their own machine, although the installation is
// public, sends email, is behind a proxy, has another account, or the browser is on another machine.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { listen } from '#server/http/listen.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { PASSWORD, register } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { openRaw } from '#tests/support/raw-http.ts';

const ANA = 'ana@shop.example';
const LOCAL = { PUBLIC_URL: 'http://localhost:3000' };
const HEADERS = { host: 'localhost:3000', origin: 'http://localhost:3000' };

onBothDatabases('the first account', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let served: ReturnType<typeof createApp>;
  /** What every form sends. */
  let csrf: { cookie: string; 'x-csrf-token': string };
  const start = async (environment: Record<string, string> = {}) => {
    app = makeTestApp(database(), { ...LOCAL, ...environment });
    served = createApp(app.deps);
    const answer = await app.fetch('/api/csrf-token');
    const { csrfToken } = (await answer.json()) as { csrfToken: string };
    csrf = { cookie: answer.headers.getSetCookie().join().split(';')[0] ?? '', 'x-csrf-token': csrfToken };
  };
  beforeEach(() => start());
  afterEach(() => app.stop());

  const forget = () => app.deps.db.deleteFrom('users').execute();
  const mails = () => app.deps.db.selectFrom('mails').select('kind').execute();
  const BODY = { email: ANA, password: PASSWORD };

  /** @returns the answer to a call. @param remoteAddress the socket's peer. */
  async function post(path: string, body: object, headers: Record<string, string>, remoteAddress: string) {
    const response = await served.request(
      path,
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...csrf, ...headers },
      },
      { incoming: { socket: { remoteAddress } } },
    );
    const answer = (await response.json()) as { user: { emailVerified: boolean }; registration: { id: string } };
    expect([path, response.status < 300, answer]).toEqual([path, true, answer]);
    return answer;
  }

  /** @returns whether an account that is made so is verified; it is gone then. */
  async function isVerified(headers: Record<string, string> = HEADERS, peer = '127.0.0.1', body: object = BODY) {
    const { user } = await post('/api/auth/register', body, headers, peer);
    await forget();
    return user.emailVerified;
  }

  it('is verified as it is made on the machine itself, and needs no email', async () => {
    for (const [headers, peer] of [
      [HEADERS, '127.0.0.1'],
      [{ host: 'LOCALHOST', origin: 'http://localhost' }, '::1'],
      [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, '::ffff:127.0.0.1'],
      [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, '127.0.0.1'],
      [{ host: '[::1]:3000', origin: 'http://[::1]:3000' }, '::1'],
      [{ ...HEADERS, 'sec-fetch-site': 'same-origin' }, '127.0.0.1'],
      [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, '127.0.0.1'],
    ] as const) {
      expect([headers, await isVerified(headers, peer)]).toEqual([headers, true]);
    }
    expect(await mails()).toEqual([]);
  });

  it('is verified by enrolling, too, which then is only to be finished', async () => {
    const ask = (path: string, body: object) => post(`/api/registration${path}`, body, HEADERS, '127.0.0.1');
    const { registration } = await ask('', { email: ANA, plan: 'free', cycle: 'monthly' });
    const made = await ask(`/${registration.id}/create-user`, { password: PASSWORD });
    expect(made).toMatchObject({ user: { emailVerified: true }, registration: { nextStep: 'finish' } });
    expect(await ask(`/${registration.id}/finish`, {})).toMatchObject({ registration: { status: 'finished' } });
    expect(await mails()).toEqual([]);
  });

  it('is not for another machine, nor through a proxy that says so, nor without a password', async () => {
    const refused: [what: string, headers: Record<string, string>, peer?: string][] = [
      ['a peer in the network', HEADERS, '192.168.0.7'],
      ['a peer anywhere', HEADERS, '203.0.113.9'],
      ['a peer that only looks local', HEADERS, '127.0.0.1.evil.example'],
      ['a mapped peer', HEADERS, '::ffff:10.0.0.1'],
      ['a peer without an address', HEADERS, ''],
      ['no Host', {}],
      ['another host', { host: 'proof.example', origin: 'http://proof.example' }],
      ['a rebound name', { host: 'localhost.evil.example:3000', origin: 'http://localhost.evil.example:3000' }],
      ['a name that ends so', { host: 'evil-localhost', origin: 'http://evil-localhost' }],
      ['a host with a user', { host: 'localhost@evil.example' }],
      ['the name with a dot at its end', { host: 'localhost.:3000', origin: 'http://localhost.:3000' }],
      ['a port that is none', { host: 'localhost:3000@evil.example' }],
      ['two hosts', { host: 'localhost, proof.example' }],
      ['a page elsewhere, through a silent proxy', { ...HEADERS, origin: 'https://proof.example' }],
      ['that with the number as Host', { host: '127.0.0.1:3000', origin: 'https://proof.example' }],
      ['a sandboxed page', { ...HEADERS, origin: 'null' }],
      ['a page on a similar name', { ...HEADERS, origin: 'http://localhost.evil.example' }],
      ['a page on the name with a dot', { ...HEADERS, origin: 'http://localhost.:3000' }],
      ['nothing but the host, as through a proxy of bytes', { host: 'localhost:3000' }],
      ['a page on another port', { ...HEADERS, origin: 'http://localhost:4000' }],
      ...['cross-site', 'same-site', 'none', ''].flatMap((site): [string, Record<string, string>][] => [
        [`a request that calls itself ${site}`, { ...HEADERS, 'sec-fetch-site': site }],
        [`one that calls itself ${site}, without an origin`, { host: 'localhost:3000', 'sec-fetch-site': site }],
      ]),
      ['a page by its number', { ...HEADERS, origin: 'http://127.0.0.1:3000' }],
      ['a page that is none', { ...HEADERS, origin: 'localhost' }],
      ...['FORWARDED', 'X-Forwarded-For', 'x-FORWARDED-host', 'X-Forwarded-Anything', 'X-Real-IP', 'Via'].map(
        (name): [string, Record<string, string>] => [name, { ...HEADERS, [name]: 'localhost' }],
      ),
      ['an empty header', { ...HEADERS, 'x-forwarded-for': '' }],
    ];
    for (const [what, headers, peer] of refused) expect([what, await isVerified(headers, peer)]).toEqual([what, false]);
    expect(await isVerified(HEADERS, '127.0.0.1', { email: ANA })).toBe(false);
    expect(await isVerified()).toBe(true);
  });

  it.each([
    ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['with a public address', { PUBLIC_URL: 'https://proof.example' }],
    ['with an address that only begins like a local one', { PUBLIC_URL: 'https://localhost.evil.example' }],
    ['with an address in the network', { PUBLIC_URL: 'http://192.168.0.7:3000' }],
    ['with an address that only begins like a local number', { PUBLIC_URL: 'https://127.0.0.1.evil.example' }],
    ['with the name with a dot at its end', { PUBLIC_URL: 'http://localhost.:3000' }],
    ['with an address of every interface', { PUBLIC_URL: 'http://0.0.0.0:3000' }],
    ['with a trusted proxy', { TRUST_PROXY: '1' }],
  ])('is verified by email %s', async (_, environment) => {
    await app.stop();
    await start(environment);
    expect(await isVerified()).toBe(false);
  });

  it('is made by no request that a socket can bring otherwise', async () => {
    const server = await listen(served.fetch, { port: 0, hostname: '127.0.0.1' });
    const body = JSON.stringify(BODY);
    const send = async (head: string, version = '1.1') => {
      const raw = await openRaw(server.port);
      const lines = [
        `POST /api/auth/register HTTP/${version}`,
        ...head.split('\n').filter((line) => line !== ''),
        `Cookie: ${csrf.cookie}`,
        `X-CSRF-Token: ${csrf['x-csrf-token']}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ];
      raw.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
      const answer = await raw.ended;
      await forget();
      return answer.includes('"emailVerified":true');
    };
    expect(await send('Host: localhost:3000\nOrigin: http://localhost:3000')).toBe(true);
    expect(await send('hOsT: LocalHost\noRiGiN: http://localhost')).toBe(true);
    for (const head of [
      'Host: localhost:3000',
      'Host: localhost:3000\nOrigin: http://localhost:3000\nSec-Fetch-Site: cross-site',
      'Host: localhost\nHost: proof.example',
      'Host: proof.example\nHost: localhost',
      'Host: localhost\nX-FORWARDED-FOR: 203.0.113.9',
      'Host: localhost\nforwarded: for=203.0.113.9',
      'Host: localhost\nX-Forwarded-For:',
      'Host: localhost:3000\nOrigin: https://proof.example\nOrigin: http://localhost:3000',
      'Host: 127.0.0.1:3000',
      'Host: localhost.',
      'Host:',
      '',
    ]) {
      expect([head, await send(head)]).toEqual([head, false]);
    }
    expect(await send('', '1.0')).toBe(false);
    await server.stop();
  });

  it('is the only one: the second is verified by email, however it was made', async () => {
    await register(makeClient(app), 'first@shop.example');
    const { user } = await post('/api/auth/register', BODY, HEADERS, '127.0.0.1');
    expect(user.emailVerified).toBe(false);
  });
});
