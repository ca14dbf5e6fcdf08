// Protection against cross-site request forgery by signed double submit. The cookie is HttpOnly; the token is its HMAC,
// bound to the session id, so that tokens from another session, or from before a login, are refused.
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { refuse } from './error-response.ts';
import type { HttpEnv } from './request-context.ts';
import { readCookie, writeCookie } from './session-cookie.ts';

const COOKIE = 'proofbell_csrf';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * Calls with an emailed code, and messages with a signature, which prove by themselves who may do this: they read no
 * session and start none.
 */
const PROVEN_CALLS = new Set(['/api/auth/verify-email', '/api/webhooks/stripe']);

/** GET /api/csrf-token: renews the browser's secret, or sets one, and returns the matching token. */
export function csrfToken(c: HonoContext<HttpEnv>, deps: Deps): Response {
  const known = readCookie(c, deps.config, COOKIE);
  const secret = known && /^[\w-]{43}$/.test(known) ? known : deps.ids.secret(32);
  c.header('set-cookie', writeCookie(deps.config, COOKIE, secret), { append: true });
  c.header('cache-control', 'no-store');
  return c.json({ csrfToken: deps.tokens.signCsrf(secret, readCookie(c, deps.config, 'proofbell_session') ?? '') });
}

/**
 * Refuses requests that change data without a valid X-CSRF-Token. Requests with an Authorization header and no session
 * cookie pass, because no browser sends that header by itself.
 * @param isKnown whether anything is at a path: otherwise it is not found, with or without a token.
 */
export function requireCsrf(deps: Deps, isKnown: (path: string) => boolean): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || PROVEN_CALLS.has(c.req.path)) return next();
    const session = readCookie(c, deps.config, 'proofbell_session');
    if (c.req.header('authorization') !== undefined && session === null) return next();
    if (!isKnown(c.req.path)) return refuse(c, deps.log, 'not-found', MESSAGES.notFound);
    const token = c.req.header('x-csrf-token');
    if (!token) return refuse(c, deps.log, 'csrf', MESSAGES.csrfRequired);
    const secret = readCookie(c, deps.config, COOKIE);
    if (!secret || !deps.tokens.isCsrf(token, secret, session ?? '')) {
      return refuse(c, deps.log, 'csrf', MESSAGES.csrfInvalid);
    }
    return next();
  };
}
