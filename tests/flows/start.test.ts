// `npm run sso-token`, the program's one command without a database. Failed starts: attacks/failed-starts.test.ts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SSO } from '#tests/support/auth.ts';
import { runProgram } from '#tests/support/server-process.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

const token = (folder: string, args: string[], env = {}) => runProgram(folder, ['sso-token', ...args], env);

it('says what a single sign-on token for testing lacks', { tags: ['long'] }, () => {
  const folder = temporaryFolder();
  expect(token(folder, ['--email', 'ana@shop.example']).lines[0]).toContain('SSO_SECRET');
  expect(token(folder, [], SSO).lines[0]).toContain('--email');
});

it('prints a single sign-on token for testing', { tags: ['long'] }, () => {
  const folder = temporaryFolder();
  const { status, lines } = token(folder, ['--email', 'ana@shop.example'], SSO);
  expect([status, lines.length]).toEqual([0, 2]);
  expect(lines[0]).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(lines[1]).toBe(`http://proofbell.test/sso-login?token=${lines[0]}`);
  expect(existsSync(join(folder, 'proofbell.db'))).toBe(false);
});
