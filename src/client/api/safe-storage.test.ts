import { expect, test } from 'vitest';
import { createSafeStorage } from './safe-storage.ts';

const blocked = createSafeStorage(() => {
  throw new DOMException('blocked', 'SecurityError');
});

test('what is written is read until it is removed', () => {
  const kept = new Map<string, string>();
  const storage = createSafeStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
  expect(storage.write('key', 'value')).toBe(true);
  expect(storage.read('key')).toBe('value');
  storage.remove('key');
  expect(storage.read('key')).toBeNull();
});

test('blocked storage finds nothing, says that it keeps nothing, and never throws', () => {
  expect(blocked.read('key')).toBeNull();
  expect(blocked.write('key', 'value')).toBe(false);
  expect(() => blocked.remove('key')).not.toThrow();
});

test('a full storage, or one that forgets, says so', () => {
  const full = createSafeStorage(() => ({
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {},
  }));
  const forgetful = createSafeStorage(() => ({ getItem: () => null, setItem: () => {}, removeItem: () => {} }));
  expect(full.write('key', 'value')).toBe(false);
  expect(forgetful.write('key', 'value')).toBe(false);
});
