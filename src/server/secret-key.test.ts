// The key behind all signatures: generated once, stored, and readable by its owner only.
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

it('uses the given key and stores none', () => {
  expect(readSecretKey('given', join(folder, 'data'))).toBe('given');
  expect(() => statSync(join(folder, 'data'))).toThrow('ENOENT');
});

it('generates 32 random bytes, readable by the owner only, creating the folder if needed', () => {
  const data = join(folder, 'a', 'data');
  const key = readSecretKey(undefined, data);
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(data, 'secret.key'), 'utf8').trim()).toBe(key);
});

it('reuses the key it generated, and generates another one elsewhere', () => {
  const key = readSecretKey(undefined, folder);
  expect(readSecretKey(undefined, folder)).toBe(key);
  expect(readSecretKey(undefined, join(folder, 'other'))).not.toBe(key);
});

it('refuses a truncated key, and leaves the file as it is', () => {
  const file = join(folder, 'secret.key');
  writeFileSync(file, 'short');
  chmodSync(file, 0o600);
  expect(() => readSecretKey(undefined, folder)).toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe('short');
});
