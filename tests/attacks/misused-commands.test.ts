// Attack: call the commands with names, options and arguments that they don't know or that are empty, in scripts that
// store what they print.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { partOf } from '#tests/support/runs.ts';
import { runProgram } from '#tests/support/server-process.ts';
import { temporaryFolder } from '#tests/support/stages.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder, 'data');
});

function expectUsage(args: string[], part: string): void {
  const { status, messages } = runProgram(data, args, { PUBLIC_URL: '', HOST: '' });
  expect([args, status, messages]).toEqual([args, 2, [expect.stringContaining(part)]]);
  expect(messages[0]).toContain('Usage: ');
  expect(existsSync(data)).toBe(false);
}

it('an unknown option of the server, with how it is started', () => {
  expectUsage(['--new-databse'], '--new-database');
});

it('unknown commands, options and arguments, each with how it is used', { tags: ['long'] }, () => {
  const unknown: [string[], string][] = [
    [['serve', 'now'], 'npm start'],
    [['demo', '--new-database'], 'npm run demo'],
    [['backup'], 'FILE is missing'],
    [['backup', ''], 'FILE is missing'],
    [['backup', 'a', 'b'], "Unknown argument 'b'"],
    [['sso-token', '--emial', 'x'], '--email E'],
    [['stripe-setup', '--url', 'http://proof.example'], '--url https://…'],
    [['stripe-setup', 'https://proof.example'], '--url https://…'],
    [['serv'], 'npm run backup'],
  ];
  for (const [args, part] of partOf(unknown, 3)) expectUsage(args, part);
});

it('a failure is told even when nothing is to be logged', { tags: ['long'] }, () => {
  const { status, stdout, stderr } = runProgram(data, ['migrate', '--colour'], { LOG_LEVEL: 'silent' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain("Unknown option '--colour'");
});

/** On standard error, for standard output goes into variables and files. */
function expectTold(args: string[], expected: number): void {
  const { status, stdout, stderr } = runProgram(data, args, { PUBLIC_URL: '', HOST: '', LOG_LEVEL: 'silent' });
  expect([args, status, stdout]).toEqual([args, expected, '']);
  expect(stderr).toMatch(/^[^{].+\n/);
  expect(stderr).not.toMatch(/^\s+at |PUBLIC_URL/m);
}

it('a tool says what is wrong on standard error', { tags: ['long'] }, () => {
  expectTold(['sso-token', '--email', 'ana@shop.example'], 1);
});

it('every tool says what is wrong on standard error', { tags: ['long'] }, () => {
  const failures: [string[], number][] = [
    [['sso-token', '--name'], 2],
    [['stripe-setup'], 1],
    [['backup', join(folder, 'copy.db')], 1],
    [['admin', 'release', 'ana@shop.example'], 2],
    [['admin', 'release-sso', 'ana@shop.example'], 1],
    [['admin', 'plan', 'ana@shop.example', 'Agency'], 2],
    [['admin', 'role', 'ana@shop.example', 'admin'], 1],
  ];
  for (const [args, expected] of partOf(failures, 3)) expectTold(args, expected);
});
