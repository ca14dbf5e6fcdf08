// Attack: get the link that verifies an address from the page instead of the mailbox, although the installation is public,
// sends email, is behind a proxy, has other accounts, or the browser is on another machine.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/db/open.ts';
import { listen } from '#server/http/listen.ts';
import { HOUR } from '#shared/time.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { PASSWORD, register, type SignedInBody } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { openRaw } from '#tests/support/raw-http.ts';

const ANA = 'ana@shop.example';
const LOCAL = { PUBLIC_URL: 'http://localhost:3000' };
const HEADERS = { host: 'localhost:3000', origin: 'http://localhost:3000' };

onBothDatabases('the link of the first account', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let served: ReturnType<typeof createApp>;
  let token: string;
  const start = (environment: Record<string, string> = {}, from: Database = database()) => {
    app = makeTestApp(from, { ...LOCAL, ...environment });
    served = createApp(app.deps);
  };
  const signUp = async (email = ANA) => {
    token = (await register(makeClient(app), email)).body.accessToken;
  };
  beforeEach(() => start());
  afterEach(() => app.stop());

  /** @returns the link, or null. @param remoteAddress the socket's peer. */
  async function ask(headers: Record<string, string> = HEADERS, remoteAddress: string | undefined = '127.0.0.1') {
    const response = await served.request(
      '/api/trpc/auth.firstVerificationLink',
      {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      },
      { incoming: { socket: { remoteAddress } } },
    );
    expect(response.status).toBe(200);
    return ((await response.json()) as { result: { data: { json: { link: string | null } } } }).result.data.json.link;
  }
  const codes = () => app.deps.db.selectFrom('email_tokens').select('token_hash').execute();

  it('is shown on the machine itself, and verifies the address by the page it leads to', async () => {
    await signUp();
    for (const [headers, peer] of [
      [HEADERS, '127.0.0.1'],
      [{ host: 'LOCALHOST', origin: 'http://localhost' }, '::1'],
      [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, '::ffff:127.0.0.1'],
      [{ ...HEADERS, 'sec-fetch-site': 'same-origin' }, '127.0.0.1'],
      [{ host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, '127.0.0.1'],
    ] as const) {
      expect(await ask(headers, peer)).toMatch(/^http:\/\/localhost:3000\/verify-email\?code=[\w-]{43}$/);
    }
    const code = new URL((await ask()) ?? '').searchParams.get('code');
    expect((await makeClient(app).post('/api/auth/verify-email', { code })).status).toBe(200);
    // Verified, there is nothing to link to.
    expect(await ask()).toBeNull();
  });

  it('is not shown to another machine, nor through a proxy that says so', async () => {
    await signUp();
    const refused: [what: string, headers: Record<string, string>, peer?: string][] = [
      ['a peer in the network', HEADERS, '192.168.0.7'],
      ['a peer anywhere', HEADERS, '203.0.113.9'],
      ['a peer that only looks local', HEADERS, '127.0.0.1.evil.example'],
      ['a mapped peer', HEADERS, '::ffff:10.0.0.1'],
      ['a peer without an address', HEADERS, ''],
      ['no Host', {}],
      ['the host by number', { host: '127.0.0.1:3000' }],
      ['another host', { host: 'proof.example' }],
      ['a rebound name', { host: 'localhost.evil.example:3000' }],
      ['a name that ends so', { host: 'evil-localhost' }],
      ['a host with a user', { host: 'localhost@evil.example' }],
      ['the name with a dot at its end', { host: 'localhost.:3000' }],
      ['the host by its IPv6 number', { host: '[::1]:3000' }],
      ['a port that is none', { host: 'localhost:3000@evil.example' }],
      ['two hosts', { host: 'localhost, proof.example' }],
      ['a page elsewhere, through a silent proxy', { ...HEADERS, origin: 'https://proof.example' }],
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
    const before = await codes();
    for (const [what, headers, peer] of refused) expect([what, await ask(headers, peer)]).toEqual([what, null]);
    expect(await codes()).toEqual(before);
    expect(await ask()).not.toBeNull();
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
  ])('is not shown %s', async (_, environment) => {
    await app.stop();
    start(environment);
    await signUp();
    expect(await ask()).toBeNull();
    expect(await codes()).toEqual([]);
  });

  it.each(['http://127.0.0.1:3000', 'http://127.8.9.1:3000', 'http://[::1]:3000', 'https://localhost'])(
    'leads to %s where that is the address of the installation',
    async (PUBLIC_URL) => {
      await app.stop();
      start({ PUBLIC_URL });
      await signUp();
      expect((await ask())?.startsWith(`${PUBLIC_URL}/verify-email?code=`)).toBe(true);
    },
  );

  it('is made by no request that a socket can bring otherwise', async () => {
    await signUp();
    const server = await listen(served.fetch, { port: 0, hostname: '127.0.0.1' });
    const send = async (head: string, version = '1.1') => {
      const raw = await openRaw(server.port);
      const lines = [
        `POST /api/trpc/auth.firstVerificationLink HTTP/${version}`,
        ...head.split('\n').filter((line) => line !== ''),
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        'Connection: close',
      ];
      raw.write(`${lines.join('\r\n')}\r\n\r\n{}`);
      return (await raw.ended).includes('verify-email?code=');
    };
    expect(await send('Host: localhost:3000\nOrigin: http://localhost:3000')).toBe(true);
    expect(await send('hOsT: LocalHost\noRiGiN: http://localhost')).toBe(true);
    const before = await codes();
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
    expect(await codes()).toEqual(before);
    await server.stop();
  });

  it('is never there once a second account is, however close together', async () => {
    await signUp();
    const first = token;
    const second = register(makeClient(app), 'second@shop.example');
    const meanwhile = await Promise.all(Array.from({ length: 10 }, () => ask()));
    const own = (await app.deps.db.selectFrom('users').select('id').where('email', '=', ANA).executeTakeFirstOrThrow())
      .id;
    const made = await app.deps.db.selectFrom('email_tokens').select(['user_id', 'email_lower']).execute();
    expect(made).toEqual(meanwhile.filter((link) => link !== null).map(() => ({ user_id: own, email_lower: ANA })));
    for (token of [first, (await second).body.accessToken]) expect(await ask()).toBeNull();
    expect(await codes()).toHaveLength(made.length);
  });

  it('is asked for in vain while the account is deleted, or gets another address', async () => {
    await signUp();
    const { limiter } = app.deps;
    const meanwhile = (change: () => Promise<unknown>) => {
      app.deps.limiter = {
        ...limiter,
        async take(hit) {
          app.deps.limiter = limiter;
          await change();
          return limiter.take(hit);
        },
      };
    };
    const users = () =>
      app.deps.db.updateTable('users').set({ email: 'new@shop.example', email_lower: 'new@shop.example' });
    meanwhile(() => users().execute());
    const code = new URL((await ask()) ?? '').searchParams.get('code');
    expect((await makeClient(app).post('/api/auth/verify-email', { code })).status).toBe(400);
    meanwhile(() => app.deps.db.deleteFrom('users').execute());
    await expect(ask()).rejects.toThrow('401');
  });

  it('is shown only while there is one account, and to nobody else', async () => {
    await signUp();
    const first = token;
    await signUp('second@shop.example');
    expect(await ask()).toBeNull();
    token = first;
    expect(await ask()).toBeNull();
    const { _id } = (await register(makeClient(app), 'third@shop.example')).body.user;
    await app.deps.db.deleteFrom('users').where('id', '=', _id).execute();
    expect(await ask()).toBeNull();
    const anonymous = await makeClient(app).procedure('mutation', 'auth.firstVerificationLink');
    expect(anonymous.status).toBe(401);
  });

  it('needs a CSRF token where the browser is known by its cookie, and is limited', async () => {
    await app.stop();
    start({ AUTH_RATE_LIMIT: '1' });
    const ana = makeClient(app);
    token = (await ana.post<SignedInBody>('/api/auth/register', { email: ANA, password: PASSWORD })).body.accessToken;
    const cookie = [...ana.cookies].map((pair) => pair.join('=')).join('; ');
    const bare = await app.fetch('/api/trpc/auth.firstVerificationLink', {
      method: 'POST',
      headers: { ...HEADERS, cookie },
    });
    expect(bare.status).toBe(403);
    for (let n = 0; n < 60; n++) await ask();
    await expect(ask()).rejects.toThrow('429');
    app.clock.advance(HOUR);
    const again = await ana.post<SignedInBody>('/api/auth/login', { email: ANA, password: PASSWORD });
    token = again.body.accessToken;
    expect(await ask()).not.toBeNull();
  });
});
