import { expect, test } from 'vitest';
import { emailInToken } from './sso-sign-in.tsx';

const base64url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const jwt = (claims: unknown) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature'].map((part) => base64url(part)).join('.');

test('reads the email from the payload, in any script', () => {
  expect(emailInToken(jwt({ email: 'mara@shop.example' }))).toBe('mara@shop.example');
  expect(emailInToken(jwt({ email: 'jürgen-ÿ?>@shop.example' }))).toBe('jürgen-ÿ?>@shop.example');
});

test.each(['', 'x', 'a.b.c', 'a.%%%.c', jwt('text'), jwt(null), jwt({}), jwt({ email: 5 })])(
  '%j contains no email',
  (token) => {
    expect(emailInToken(token)).toBeNull();
  },
);
