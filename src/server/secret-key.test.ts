// The key that everything signed hangs on: made once, kept, and readable by nobody else.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSecretKey } from './secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofbell-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('takes the given key and keeps none', () => {
  expect(readSecretKey('given', join(folder, 'data'))).toBe('given');
  expect(() => statSync(join(folder, 'data'))).toThrow('ENOENT');
});

it('makes a key of 32 random bytes in a folder that need not exist, for its owner alone', () => {
  const data = join(folder, 'a', 'data');
  const key = readSecretKey(undefined, data);
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(data, 'secret.key'), 'utf8').trim()).toBe(key);
});

it('keeps the key it made, and makes another elsewhere', () => {
  const key = readSecretKey(undefined, folder);
  expect(readSecretKey(undefined, folder)).toBe(key);
  expect(readSecretKey(undefined, join(folder, 'other'))).not.toBe(key);
});

it('refuses a kept key that was cut short, and leaves the file as it is', () => {
  const file = join(folder, 'secret.key');
  writeFileSync(file, 'short');
  chmodSync(file, 0o600);
  expect(() => readSecretKey(undefined, folder)).toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe('short');
});
