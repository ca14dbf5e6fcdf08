// The cookies with a session's secret id, a browser's secret against forged requests, a known browser's marks, and the public
// id of a registration: HttpOnly, SameSite=Lax, and over https Secure with the `__Host-` prefix, which keeps other hosts of the
// domain from planting one.
import type { Context as HonoContext } from 'hono';
import { generateCookie } from 'hono/cookie';
import { KNOWN_BROWSER_DAYS, REGISTRATION_COOKIE_DAYS, SESSION_DAYS } from '#shared/limits.ts';
import { DAY, SECOND } from '#shared/time.ts';

/** How many days each lasts. */
const DAYS = {
  proofbell_session: SESSION_DAYS,
  proofbell_csrf: SESSION_DAYS,
  proofbell_known: KNOWN_BROWSER_DAYS,
  proofbell_registration: REGISTRATION_COOKIE_DAYS,
};
export type CookieName = keyof typeof DAYS;

type Config = { publicUrl: string };

/** @returns whether cookies travel over https only. */
export const isSecure = ({ publicUrl }: Config): boolean => publicUrl.startsWith('https:');

/**
 * @param name without the prefix that it has over https.
 * @returns the cookie's value as it came, or null. No value of ours needs an escape, so none is decoded: Hono would try
 * each broken one.
 */
export function readCookie(c: HonoContext, config: Config, name: CookieName): string | null {
  const start = `${isSecure(config) ? '__Host-' : ''}${name}=`;
  const pairs = c.req.header('cookie')?.split(';') ?? [];
  const pair = pairs.map((one) => one.trim()).find((one) => one.startsWith(start));
  return pair?.slice(start.length) || null;
}

/** @returns the Set-Cookie value; null clears the cookie. */
export const writeCookie = (config: Config, name: CookieName, value: string | null): string =>
  generateCookie(name, value ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: value === null ? 0 : (DAYS[name] * DAY) / SECOND,
    ...(isSecure(config) && { secure: true, prefix: 'host' }),
  });
