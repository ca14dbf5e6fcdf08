// That hashing costs what OWASP asks for, whatever the environment says.
import { readFileSync } from 'node:fs';
import * as argon2 from '@node-rs/argon2';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { freshSqlite } from '#tests/support/databases.ts';
import { makeDeps } from '../deps.ts';
import { parseEnv } from '../env.ts';
import { makePasswords } from './passwords.ts';

const build = {
  version: '0',
  widget: {
    file: '',
    integrity: '',
    bytes: { raw: 0, gzip: 0, brotli: 0 },
    script: { file: '', bytes: { raw: 0, gzip: 0, brotli: 0 } },
    conditions: { file: '', bytes: { raw: 0, gzip: 0, brotli: 0 } },
    cost: { file: '', bytes: { raw: 0, gzip: 0, brotli: 0 } },
  },
  widgetFolder: '',
};

/** Every variable that there is, with its documented value, and what test runners set. */
const everything = () => ({
  ...Object.fromEntries(
    [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  ),
  NODE_ENV: 'test',
  CI: 'true',
  VITEST: 'true',
  TEST_RUNS: 'short',
  AUTH_RATE_LIMIT: '0',
});

it.each([
  ['none', {}],
  ['all', everything()],
])('with %s of the variables set, hashes as OWASP asks', async (_, environment: Record<string, string>) => {
  const database = await freshSqlite();
  const { passwords, stop } = makeDeps(
    parseEnv(environment),
    'a secret for tests, of more than 32 bytes',
    database,
    pino({ level: 'silent' }),
    build,
  );
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse')).toBe(true);
  expect(await passwords.verify(hash, 'correct house')).toBe(false);
  await stop();
});

it('compares an unknown account with a decoy that costs the same', async () => {
  const compared: string[] = [];
  const watched: typeof argon2.verify = (hashed, ...rest) => {
    compared.push(String(hashed));
    return argon2.verify(hashed, ...rest);
  };
  const passwords = makePasswords(undefined, { hash: argon2.hash, verify: watched });
  const hash = await passwords.hash('correct horse');
  await passwords.verify(hash, 'a guess');
  await passwords.verify(null, 'a guess');
  // Version and cost: $argon2id$v=19$m=…,t=…,p=…$salt$hash
  const costs = compared.map((one) => one.split('$').slice(0, 4));
  expect(costs).toEqual([hash, hash].map((one) => one.split('$').slice(0, 4)));
  expect(compared[1]).not.toBe(hash);
});

it('lets nobody in with the password of the decoy, which unknown accounts are compared with', async () => {
  expect(await makePasswords().verify(null, 'a password that nobody has')).toBe(false);
});
