// The session cookie: its name and attributes, and reading it among whatever else a browser sends.
import { type Context, Hono } from 'hono';
import { expect, it } from 'vitest';
import { type CookieName, readCookie, writeCookie } from './session-cookie.ts';

const PLAIN = { publicUrl: 'http://proofbell.test' };
const SECURE = { publicUrl: 'https://proofbell.test' };
const ID = 'a2b3'.repeat(10);

async function read(cookie: string, config = PLAIN, name: CookieName = 'proofbell_session'): Promise<string | null> {
  const app = new Hono();
  app.get('/', (c: Context) => c.json(readCookie(c, config, name)));
  return (await app.request('/', { headers: cookie === '' ? {} : { cookie } })).json();
}

it('cannot be used by scripts or other sites', () => {
  const [pair, ...attributes] = writeCookie(PLAIN, 'proofbell_session', ID).split('; ');
  expect(pair).toBe(`proofbell_session=${ID}`);
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
});

it('travels over https only where it is used, under a name that no other host can set', async () => {
  const [pair, ...attributes] = writeCookie(SECURE, 'proofbell_session', ID).split('; ');
  expect(pair).toBe(`__Host-proofbell_session=${ID}`);
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure']);
  expect(await read(`proofbell_session=planted; __Host-proofbell_session=${ID}`, SECURE)).toBe(ID);
  expect(await read('proofbell_session=planted', SECURE)).toBeNull();
});

it('has a sibling for known browsers with the same protection, for 400 days', async () => {
  const marks = 'a.b.c~d.e.f';
  expect(writeCookie(PLAIN, 'proofbell_known', marks).split('; ').sort()).toEqual(
    ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', `proofbell_known=${marks}`].sort(),
  );
  expect(writeCookie(SECURE, 'proofbell_known', marks)).toMatch(/^__Host-proofbell_known=a\.b\.c~d\.e\.f; .*Secure/);
  expect(await read(`proofbell_known=planted; __Host-proofbell_known=${marks}`, SECURE, 'proofbell_known')).toBe(marks);
  expect(await read('proofbell_known=planted', SECURE, 'proofbell_known')).toBeNull();
});

it('is cleared by an empty, expired value', () => {
  expect(writeCookie(PLAIN, 'proofbell_session', null)).toMatch(/^proofbell_session=; .*Max-Age=0;/);
  expect(writeCookie(SECURE, 'proofbell_session', null)).toMatch(/^__Host-proofbell_session=; .*Max-Age=0;.*Secure/);
});

it('is read among other programs’ cookies, even malformed ones', async () => {
  const others = ['a=b', 'progress=100%', '%E0%A4%A=1', 'x_proofbell_session=y', '=;;==', 'proofbell_csrf=x', 'ü=ü'];
  for (const other of others) {
    expect(await read(`${other}; proofbell_session=${ID}`), other).toBe(ID);
    expect(await read(`proofbell_session=${ID}; ${other}`), other).toBe(ID);
  }
});

it('is null where there is none', async () => {
  for (const cookie of ['', 'a=b', 'proofbell_session=', 'x_proofbell_session=y']) {
    expect(await read(cookie), cookie).toBeNull();
  }
  // Invalid percent-encoding, so not one of our ids: passed on unchanged, and not found.
  expect(await read('proofbell_session=%E0%A4%A')).toBe('%E0%A4%A');
});
