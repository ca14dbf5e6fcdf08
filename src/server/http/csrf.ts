// Cross-site request forgery: a signed double submit. The cookie is HttpOnly; the token is an HMAC of it bound to the
// session cookie, so that a token of another session, or from before a login, is worth nothing.
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { refuse } from './error-response.ts';
import type { HttpEnv } from './request-context.ts';

const COOKIE = 'proofbell_csrf';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const sessionCookie = (c: HonoContext, deps: Deps) => deps.sessions.cookieValue(c.req.header('cookie') ?? '');

/** GET /api/csrf-token: keeps the browser's secret or gives it one, and answers the token that goes with it. */
export function csrfToken(c: HonoContext<HttpEnv>, deps: Deps): Response {
  const known = getCookie(c, COOKIE);
  const secret = known && /^[\w-]{43}$/.test(known) ? known : deps.ids.secret(32);
  setCookie(c, COOKIE, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: deps.config.publicUrl.startsWith('https:'),
    maxAge: 30 * 86_400,
  });
  c.header('cache-control', 'no-store');
  return c.json({ csrfToken: deps.tokens.signCsrf(secret, sessionCookie(c, deps) ?? '') });
}

/**
 * Refuses changing requests without a good X-CSRF-Token. A request with an Authorization header and no session cookie
 * is let through: no browser sends that header by itself.
 */
export function requireCsrf(deps: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method)) return next();
    const session = sessionCookie(c, deps);
    if (c.req.header('authorization') !== undefined && session === null) return next();
    const token = c.req.header('x-csrf-token');
    if (!token) return refuse(c, deps.log, 'csrf', MESSAGES.csrfRequired);
    const secret = getCookie(c, COOKIE);
    if (!secret || !deps.tokens.isCsrf(token, secret, session ?? '')) {
      return refuse(c, deps.log, 'csrf', MESSAGES.csrfInvalid);
    }
    return next();
  };
}
