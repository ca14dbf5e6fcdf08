// For tests of auth: accounts registered over REST, and single sign-on tokens of every kind.

import { SignJWT } from 'jose';
import { composeEmail } from '#server/domain/compose-email.ts';
import type { Letter, Passwords } from '#server/domain/ports.ts';
import { makeTestApp, type TestApp } from './app.ts';
import { type ApiResponse, type Client, letterOf, makeClient } from './client.ts';

/** The environment of an application with single sign-on. */
export const SSO = { SSO_SECRET: 'a single sign-on secret, of more than 32 bytes' };
/** That of one with rate limits, by the address that a proxy names. */
export const LIMITED = { AUTH_RATE_LIMIT: '1', TRUST_PROXY: '1' };
const AUDIENCE = 'http://proofbell.test';
export const PASSWORD = 'correct horse';

type Database = Parameters<typeof makeTestApp>[0];

/** @returns the application with single sign-on, optionally with rate limits. */
export const makeAuthStage = (database: Database, environment: Record<string, string> = {}): TestApp =>
  makeTestApp(database, { ...SSO, ...environment });

export type SignedInBody = { user: { _id: string; email: string }; accessToken: string };

export const register = (client: Client, email: string, password = PASSWORD): Promise<ApiResponse<SignedInBody>> =>
  client.post<SignedInBody>('/api/auth/register', { email, password });

export const login = (client: Client, email: string, password = PASSWORD): Promise<ApiResponse<SignedInBody>> =>
  client.post<SignedInBody>('/api/auth/login', { email, password });

/** @returns the status of GET /auth/me: 200 when logged in, else 401. */
export const whoAmI = async (client: Client): Promise<number> => (await client.get('/api/auth/me')).status;

/** @returns the code in the newest emailed link of that kind. */
export async function mailedCode(app: TestApp, to: string, kind: 'reset' | 'code'): Promise<string> {
  const mail = await app.deps.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', to)
    .where('kind', 'in', kind === 'code' ? ['verify-email'] : ['reset-password', 'set-password'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const letter = mail && (await letterOf(app, mail));
  return letter?.link?.split(`${kind}=`)[1] ?? '';
}

async function verify(app: TestApp, client: Client, email: string): Promise<void> {
  await client.post('/api/auth/verify-email', { code: await mailedCode(app, email, 'code') });
}

/** Posts a form to the page where verification links lead. */
export const postVerification = (
  app: TestApp,
  body: Record<string, string> | string,
  headers: Record<string, string> = {},
) =>
  app.fetch('/verify-email', {
    method: 'POST',
    body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** @returns 1 or 0; undefined without an account. */
export async function isVerified(app: TestApp, email: string): Promise<number | undefined> {
  const query = app.deps.db.selectFrom('users').select('email_verified').where('email', '=', email);
  return (await query.executeTakeFirst())?.email_verified;
}

/** @returns a logged-in client with a new, verified account. */
export async function makeAccount(app: TestApp, email: string): Promise<Client> {
  const client = makeClient(app);
  await register(client, email);
  await verify(app, client, email);
  return client;
}

/** Sends what is queued, oldest first. @returns the emails, with links or codes of their own. */
export async function deliverMails(app: TestApp): Promise<Letter[]> {
  const letters: Letter[] = [];
  const mails = await app.deps.db.selectFrom('mails').selectAll().orderBy('id').execute();
  for (const { id, kind, user_id: userId, recipient: to } of mails) {
    const letter = await composeEmail(app.deps, { kind, userId, to });
    if (letter) letters.push(letter);
    await app.deps.db.deleteFrom('mails').where('id', '=', id).execute();
  }
  return letters;
}

type Claims = { email?: unknown; sub?: string; aud?: string; jti?: string; name?: string; role?: string; exp?: number };

/** @returns a token like the operator's system would sign, with any part overridden. */
export function ssoToken(app: TestApp, claims: Claims, secret = SSO.SSO_SECRET): Promise<string> {
  const { sub = 'subject-1', aud = AUDIENCE, jti = crypto.randomUUID(), exp, ...rest } = claims;
  const seconds = Math.floor(app.clock.now() / 1000);
  return new SignJWT({ email: 'ana@shop.example', ...rest })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setAudience(aud)
    .setJti(jti)
    .setExpirationTime(exp ?? seconds + 240)
    .sign(new TextEncoder().encode(secret));
}

export const logInWithSso = (client: Client, token: string, more: object = {}): Promise<ApiResponse<SignedInBody>> =>
  client.post<SignedInBody>('/api/auth/sso', { token, ...more });

/** @returns the code in the newest email that brings one to confirm with. */
export async function mailedConfirmCode(app: TestApp): Promise<string> {
  const mail = await app.deps.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'confirm-code')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return (await letterOf(app, mail))?.code ?? '';
}

/** For tests that attack something else: Argon2 is slow by design. @param onCompare called for each comparison. */
export const fastPasswords = (onCompare: () => void = () => {}): Passwords => ({
  hash: async (password) => `quick ${crypto.randomUUID()} ${password}`,
  async verify(stored, password) {
    onCompare();
    return stored?.endsWith(` ${password}`) ?? false;
  },
});
