// Single sign-on tokens: JWTs that the operator's own system signs with SSO_SECRET, verified with jose.
import { errors, jwtVerify, SignJWT } from 'jose';
import { ssoClaimsSchema } from '#shared/contract/account.ts';
import { SSO_TOKEN_LIFE } from '#shared/limits.ts';
import type { Clock, Ids, Sso } from '../domain/ports.ts';

/** Pinned, so that a token cannot choose its own algorithm, least of all 'none'. */
const ALGORITHM = 'HS256';

/**
 * @param secret SSO_SECRET, at least 32 bytes.
 * @param audience PUBLIC_URL: a token for another installation is refused.
 */
export function makeSso(secret: string, audience: string, clock: Clock, ids: Ids): Sso {
  const key = new TextEncoder().encode(secret);
  return {
    async read(token) {
      const now = clock.now();
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience,
          currentDate: new Date(now),
          requiredClaims: ['exp', 'sub', 'jti', 'email'],
        });
        const claims = ssoClaimsSchema.safeParse(payload);
        if (!claims.success) return 'not-valid';
        const { sub, email, name, jti, exp } = claims.data;
        const expiresAt = exp * 1000;
        // A long-lived token would keep working long after its user has left.
        if (expiresAt - now > SSO_TOKEN_LIFE) return 'not-valid';
        return { subject: sub, email, name: name || null, id: jti, expiresAt };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'not-valid';
      }
    },
    sign: (email, name) =>
      new SignJWT({ email, ...(name !== null && { name }) })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(email)
        .setAudience(audience)
        .setJti(ids.secret())
        .setIssuedAt(new Date(clock.now()))
        .setExpirationTime(new Date(clock.now() + SSO_TOKEN_LIFE))
        .sign(key),
  };
}
