// Single sign-on as the operator's own system does it: tokens signed with the secret that the server under test has.
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

export const SSO_SECRET = 'a secret that only the browser tests and their server know';

type TokenOptions = { name?: string; subject?: string; secret?: string; audience?: string; expires?: string };

/** @param expires as jose reads it; five minutes ahead is the most that the server takes. @returns a token for `email`. */
export function mintToken(
  email: string,
  {
    name,
    subject = `staff-${email}`,
    secret = SSO_SECRET,
    audience = `http://localhost:${process.env.E2E_PORT}`,
    expires = '4m',
  }: TokenOptions = {},
): Promise<string> {
  return new SignJWT({ email, ...(name && { name }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
}
