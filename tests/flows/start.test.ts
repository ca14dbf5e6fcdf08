// Failed starts: one line tells the operator why, and the exit code tells machines.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the program to its end. @returns its exit code and output lines, without the warning about PUBLIC_URL. */
function start(dataDir: string, args: string[] = [], more: Record<string, string> = {}) {
  const env = { ...more, PATH: process.env.PATH, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/main.ts', ...args], { env });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

it('names a folder that cannot be created, in one line', { tags: ['long'] }, () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { status, lines } = start(join(file, 'data'));
  expect([status, lines.length]).toEqual([1, 1]);
  expect(JSON.parse(lines[0] ?? '').msg).toContain(join(file, 'data'));
});

it('names a file that is not a database, in one line', { tags: ['long'] }, () => {
  writeFileSync(join(folder, 'proofbell.db'), 'this is a text of more than a few bytes, and no database at all');
  const { status, lines } = start(folder);
  expect([status, lines.length]).toEqual([1, 1]);
  expect(JSON.parse(lines[0] ?? '').msg).toContain('file is not a database');
});

it('does not create a database just to back it up', { tags: ['long'] }, () => {
  const { status, lines } = start(folder, ['backup', join(folder, 'copy.db')]);
  expect([status, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain('There is no database at');
  expect(existsSync(join(folder, 'proofbell.db'))).toBe(false);
});

const token = (args: string[], more?: Record<string, string>) => start(folder, ['sso-token', ...args], more);
const secret = { SSO_SECRET: 'a single sign-on secret, of more than 32 bytes' };

it('says what a single sign-on token for testing lacks', { tags: ['long'] }, () => {
  expect(token(['--email', 'ana@shop.example']).lines[0]).toContain('SSO_SECRET');
  expect(token([], secret).lines[0]).toContain('--email');
});

it('prints a single sign-on token for testing', { tags: ['long'] }, () => {
  const { status, lines } = token(['--email', 'ana@shop.example'], secret);
  expect([status, lines.length]).toEqual([0, 2]);
  expect(lines[0]).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(lines[1]).toBe(`http://localhost:0/sso-login?token=${lines[0]}`);
  expect(existsSync(join(folder, 'proofbell.db'))).toBe(false);
});
