// Attack: register somebody's email address a second time in another spelling (other case, full width, composed or
// decomposed accents, the host's name in ASCII, characters that nobody sees), or get in by one of them.
import { describe, expect, it, onTestFinished } from 'vitest';
import { emailKey, readableEmail } from '#server/domain/user.ts';
import { email as emailSchema } from '#shared/contract/text.ts';
import { MESSAGES } from '#shared/messages.ts';
import { describeApp, startApp } from '#tests/support/apps.ts';
import { logInWithSso, PASSWORD, type SignedInBody, SSO, ssoToken } from '#tests/support/auth.ts';
import { makeClient } from '#tests/support/client.ts';
import { startSmtp } from '#tests/support/smtp.ts';

const READABLE = 'ana@bücher.example';
const TWINS = [
  READABLE,
  'ana@xn--bcher-kva.example',
  'ana@XN--BCHER-KVA.EXAMPLE',
  'ANA@BÜCHER.EXAMPLE',
  'ana@bu\u0308cher.example',
  'ana@ｂüｃｈｅｒ.example',
  'ana@bücher．example',
  'ana@bücher。example',
  '  Ana@Bücher.Example ',
];
/** What looks like one of them, and what no mail server would understand. */
const REFUSED = [
  'ana@bü\u200bcher.example',
  'ana@bücher\u00ad.example',
  'ana@bücher\ufe0f.example',
  'a\u200dna@bücher.example',
  '\u202eana@bücher.example',
  'ana\ufeff@bücher.example',
  'ａｎａ@bücher.example',
  'ana＠bücher.example',
  'än\u0061@bücher.example',
  'a\u0308na@bücher.example',
  'ana@büch er.example',
  'ana@bücher..example',
  'ana@.bücher.example',
  'ana@bücher/.example',
  'ana@bücher:25.example',
  'ana@%62ücher.example',
  'ana@bücher',
  'ana@x@bücher.example',
  'ana@bücher.example.',
  'ana@bücher.example。',
  'ana@xn--bcher-kva.example.',
  '"ana"@bücher.example',
  // Names that stand for no other script, or are longer than a domain's may be.
  'ana@xn--a.example',
  'ana@shop.xn--a',
  'ana@xn--.example',
  `ana@${'b'.repeat(64)}.example`,
  `ana@${'ü'.repeat(60)}.example`,
];

describeApp('spellings of one address', { postgres: 'long', env: SSO }, ({ app }) => {
  const body = (email: string) => ({ email, password: PASSWORD, displayName: 'Ana' });
  const users = () => app.deps.db.selectFrom('users').selectAll().execute();

  it('make one account, whichever is first, and any of them logs in, resets and signs on', async () => {
    const [first = '', ...rest] = TWINS;
    const registered = await makeClient(app).post<SignedInBody>('/api/auth/register', body(first));
    expect([registered.status, registered.body.user.email]).toEqual([201, READABLE]);
    for (const twin of rest) {
      const second = await makeClient(app).post('/api/auth/register', body(twin));
      expect([twin, second.status, second.body.errors]).toEqual([
        twin,
        409,
        [{ field: 'email', message: MESSAGES.emailTaken }],
      ]);
      const login = await makeClient(app).post<SignedInBody>('/api/auth/login', { email: twin, password: PASSWORD });
      expect([twin, login.status, login.body.user?.email]).toEqual([twin, 200, READABLE]);
    }
    await app.deps.db.deleteFrom('mails').execute();
    await makeClient(app).post('/api/auth/forgot-password', { email: TWINS[4] });
    const mails = await app.deps.db.selectFrom('mails').selectAll().execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual([READABLE]);
    for (const twin of TWINS) {
      const token = await ssoToken(app, { email: twin, sub: 'ana' });
      const signedOn = await logInWithSso(makeClient(app), token);
      expect([twin, signedOn.status, signedOn.body.user?.email]).toEqual([twin, 200, READABLE]);
    }
    expect(await users()).toHaveLength(1);
  });

  it('are refused where nobody sees the difference, or no mail arrives, naming the field', async () => {
    for (const email of REFUSED) {
      for (const path of ['register', 'login', 'forgot-password']) {
        const input =
          path === 'forgot-password' ? { email } : path === 'login' ? { email, password: PASSWORD } : body(email);
        const answer = await makeClient(app).post(`/api/auth/${path}`, input);
        expect([path, email, answer.status, answer.body.errors?.map(({ field }) => field)]).toEqual([
          path,
          email,
          400,
          ['email'],
        ]);
      }
    }
    expect(await users()).toEqual([]);
  });
});

describe('an address', () => {
  it('with accents before the @ is refused with the reason', () => {
    for (const address of ['jürgen@shop.example', 'ж@пример.рф', 'ａｎａ@shop.example']) {
      expect([address, emailSchema().safeParse(address).error?.issues[0]?.message]).toEqual([
        address,
        MESSAGES.emailAccented,
      ]);
    }
    expect(emailSchema().safeParse('jürgen').error?.issues[0]?.message).toBe(MESSAGES.emailInvalid);
  });

  it('has one key and one readable form, however often they are made', () => {
    for (const address of [
      ...TWINS.map((twin) => twin.trim()),
      'ana@пример.рф',
      'ana@例え.テスト',
      'Ana@Shop.Example',
    ]) {
      const key = emailKey(address);
      expect([address, emailSchema().safeParse(address).success]).toEqual([address, true]);
      expect(key).toMatch(/^[\0-\x7f]*$/);
      expect([emailKey(key), emailKey(readableEmail(address))]).toEqual([key, key]);
      expect(readableEmail(readableEmail(address))).toBe(readableEmail(address));
    }
    // Two domains, whatever they look like.
    expect(emailKey('ana@аррӏе.example')).not.toBe(emailKey('ana@apple.example'));
    expect(readableEmail('Ana@Shop.Example')).toBe('Ana@Shop.Example');
  });

  it('with a host in another script gets its emails from a real mail server', async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.stop());
    const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    const arrived = Promise.withResolvers<void>();
    await makeClient(app).post('/api/auth/register', { email: TWINS[5], password: PASSWORD, displayName: 'Ana' });
    app.running.mailer.wake();
    const watch = setInterval(() => smtp.received.length > 0 && arrived.resolve(), 10);
    await arrived.promise;
    clearInterval(watch);
    expect(smtp.received[0]?.source).toContain('To: ana@xn--bcher-kva.example');
  });
});
