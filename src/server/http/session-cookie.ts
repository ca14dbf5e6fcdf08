// The cookies with a session's secret id, a known browser's marks, and the public id of a registration: HttpOnly,
// SameSite=Lax, and over https Secure with the `__Host-` prefix, which keeps other hosts of the domain from planting one.
import type { Context as HonoContext } from 'hono';
import { generateCookie } from 'hono/cookie';
import { KNOWN_BROWSER_DAYS, REGISTRATION_COOKIE_DAYS, SESSION_DAYS } from '#shared/limits.ts';
import { DAY, SECOND } from '#shared/time.ts';

const NAME = 'proofbell_session';
const KNOWN = 'proofbell_known';
const REGISTRATION = 'proofbell_registration';

type Config = { publicUrl: string };

/** @returns whether cookies travel over https only. */
export const isSecure = ({ publicUrl }: Config): boolean => publicUrl.startsWith('https:');

/** @returns the session id that the browser sent, or null. Ignores other programs' malformed cookies. */
export const readSessionCookie = (c: HonoContext, config: Config): string | null => readCookie(c, config, NAME);

/** @returns the marks that the browser sent, or null. */
export const readKnownCookie = (c: HonoContext, config: Config): string | null => readCookie(c, config, KNOWN);

/** @returns the public id of the registration that the browser holds, or null. */
export const readRegistrationCookie = (c: HonoContext, config: Config): string | null =>
  readCookie(c, config, REGISTRATION);

/**
 * @param name without the prefix that it has over https.
 * @returns the cookie's value as it came, or null. No value of ours needs an escape, so none is decoded: Hono would try
 * each broken one.
 */
export function readCookie(c: HonoContext, config: Config, name: string): string | null {
  const start = `${isSecure(config) ? '__Host-' : ''}${name}=`;
  const pairs = c.req.header('cookie')?.split(';') ?? [];
  const pair = pairs.map((one) => one.trim()).find((one) => one.startsWith(start));
  return pair?.slice(start.length) || null;
}

/** @returns the Set-Cookie value for a session id; null clears the cookie. */
export const sessionCookie = (config: Config, id: string | null): string =>
  generate(config, NAME, id ?? '', id === null ? 0 : SESSION_DAYS);

/** @returns the Set-Cookie value for a known browser's marks. */
export const knownCookie = (config: Config, marks: string): string =>
  generate(config, KNOWN, marks, KNOWN_BROWSER_DAYS);

/** @returns the Set-Cookie value for the public id of a registration; null clears the cookie. */
export const registrationCookie = (config: Config, id: string | null): string =>
  generate(config, REGISTRATION, id ?? '', id === null ? 0 : REGISTRATION_COOKIE_DAYS);

const generate = (config: Config, name: string, value: string, days: number) =>
  generateCookie(name, value, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: (days * DAY) / SECOND,
    ...(isSecure(config) && { secure: true, prefix: 'host' }),
  });
