import { expect, test } from 'vitest';
import { emailInToken, takeSsoToken } from './sso-token.ts';

/** A page at `href`, and what became of its address. */
function pageAt(href: string) {
  const seen: string[] = [];
  const history = { state: { key: 'k' }, replaceState: (_state: unknown, _: string, url: URL) => seen.push(url.href) };
  return { seen, page: { location: { href }, history } as unknown as Window };
}

const base64url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const jwt = (claims: unknown) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature'].map((part) => base64url(part)).join('.');

test('the token is taken out of the address, and everything else stays', () => {
  const { page, seen } = pageAt('https://bell.example/oak/site-setup?a=1&token=ey.x.y&b=2#end');
  expect(takeSsoToken(page)).toBe('ey.x.y');
  expect(seen).toEqual(['https://bell.example/oak/site-setup?a=1&b=2#end']);
});

test('an address without a token is left alone', () => {
  const { page, seen } = pageAt('https://bell.example/login?error=token-expired');
  expect(takeSsoToken(page)).toBeNull();
  expect(seen).toEqual([]);
});

test('an empty token is none, and several are all taken out', () => {
  const empty = pageAt('https://bell.example/?token=');
  expect(takeSsoToken(empty.page)).toBeNull();
  expect(empty.seen).toEqual(['https://bell.example/']);
  const two = pageAt('https://bell.example/?token=a&token=b');
  expect(takeSsoToken(two.page)).toBe('a');
  expect(two.seen).toEqual(['https://bell.example/']);
});

test('the e-mail is read out of the payload, letters of any script included', () => {
  expect(emailInToken(jwt({ email: 'mara@shop.example' }))).toBe('mara@shop.example');
  expect(emailInToken(jwt({ email: 'jürgen-ÿ?>@shop.example' }))).toBe('jürgen-ÿ?>@shop.example');
});

test.each(['', 'x', 'a.b.c', 'a.%%%.c', jwt('text'), jwt(null), jwt({}), jwt({ email: 5 })])(
  '%j names nobody',
  (token) => {
    expect(emailInToken(token)).toBeNull();
  },
);
