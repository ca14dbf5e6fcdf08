// The cookie with a session's secret id: HttpOnly, SameSite=Lax, and over https Secure with the `__Host-` prefix, which
// keeps other hosts of the domain from planting one.
import type { Context as HonoContext } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { SESSION_DAYS } from '#shared/limits.ts';
import { DAY, SECOND } from '#shared/time.ts';

const NAME = 'proofbell_session';

type Config = { publicUrl: string };

/** @returns whether cookies travel over https only. */
export const isSecure = ({ publicUrl }: Config): boolean => publicUrl.startsWith('https:');

/** @returns the session id that the browser sent, or null. Ignores other programs' malformed cookies. */
export const readSessionCookie = (c: HonoContext, config: Config): string | null =>
  (isSecure(config) ? getCookie(c, NAME, 'host') : getCookie(c, NAME)) || null;

/** @returns the Set-Cookie value for a session id; null clears the cookie. */
export const sessionCookie = (config: Config, id: string | null): string =>
  generateCookie(NAME, id ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: id === null ? 0 : (SESSION_DAYS * DAY) / SECOND,
    ...(isSecure(config) && { secure: true, prefix: 'host' }),
  });
