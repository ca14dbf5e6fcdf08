import { expect, test } from 'vitest';
import { emailInToken } from './sso-sign-in.tsx';

const base64url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const jwt = (claims: unknown) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature'].map((part) => base64url(part)).join('.');

test('reads the email from the payload, whatever else is in it', () => {
  expect(emailInToken(jwt({ email: 'mara@shop.example' }))).toBe('mara@shop.example');
  expect(emailInToken(jwt({ email: 'j+1@shop.example', name: 'Jürgen ÿ?>' }))).toBe('j+1@shop.example');
});

test.each([
  '',
  'x',
  'a.b.c',
  'a.%%%.c',
  jwt('text'),
  jwt(null),
  jwt({}),
  jwt({ email: 5 }),
  // Whatever stands there is shown in a question of ours.
  jwt({ email: 'support. Your account is locked, call 555 0100' }),
  jwt({ email: 'a\u202e@shop.example' }),
  jwt({ email: `${'a'.repeat(300)}@shop.example` }),
])('%j contains no email', (token) => {
  expect(emailInToken(token)).toBeNull();
});
