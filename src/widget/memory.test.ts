import { expect, test } from 'vitest';
import { makeStore, recall, remember, type Store } from './memory.ts';

/** @returns the parts of localStorage in use, backed by `items`. */
function fakeStorage(items: Map<string, string>, refuse: () => boolean = () => false) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
    setItem(key: string, value: string) {
      if (refuse()) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
  } as Partial<Storage> as Storage;
}
const blocked = () => {
  throw new DOMException('denied', 'SecurityError');
};

test('values are stored under the prefix', () => {
  const items = new Map<string, string>();
  makeStore(() => fakeStorage(items), 'proofbell:s:').set('a', '1');
  expect([...items]).toEqual([['proofbell:s:a', '1']]);
});

test('memory replaces blocked storage', () => {
  const store = makeStore(blocked, '');
  expect(store.get('a')).toBeUndefined();
  store.set('a', '1');
  expect(store.get('a')).toBe('1');
});

test('memory replaces full storage until there is room again', () => {
  let isFull = true;
  const items = new Map([['a', 'old']]);
  const store = makeStore(() => fakeStorage(items, () => isFull), '');
  store.set('a', 'new');
  expect(store.get('a')).toBe('new');
  isFull = false;
  store.set('a', 'newer');
  items.set('a', 'from another tab');
  expect(store.get('a')).toBe('from another tab');
});

test('changes are merged with those of another tab', () => {
  const items = new Map<string, string>();
  const [one, other] = [makeStore(() => fakeStorage(items), ''), makeStore(() => fakeStorage(items), '')];
  remember(one, 1_000, () => ({ closed: { a: 5 } }));
  remember(other, 2_000, ({ visits }) => ({ count: 3, seen: { a: 3 }, pages: visits + 1 }));
  expect(recall(one, 3_000)).toEqual({
    at: 3_000,
    count: 3,
    seen: { a: 3 },
    visits: 1,
    pages: 2,
    closed: { a: 5 },
  });
});

test.each(['', 'null', '7', '"x"', '{"closed"', '[]', '{}'])('%j in storage is an empty memory', (text) => {
  const store: Store = { get: () => text, set: () => {}, clear: () => {} };
  expect(recall(store, 5)).toMatchObject({ at: 5, count: 0, seen: {}, visits: 1, closed: {} });
});

test('dismissals outlive the visit', () => {
  const store = makeStore(blocked, '');
  remember(store, 0, () => ({ closed: { a: 9e12 }, count: 4 }));
  expect(recall(store, 86_400_000)).toEqual({
    at: 86_400_000,
    count: 0,
    seen: {},
    visits: 2,
    closed: { a: 9e12 },
  });
});

test('clearing removes everything under the prefix, and nothing else', () => {
  const items = new Map([['other', '1']]);
  let isFull = false;
  const storage = new Proxy(
    fakeStorage(items, () => isFull),
    { ownKeys: () => [...items.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );
  const store = makeStore(() => storage, 'proofbell:s:');
  store.set('a', '1');
  items.set('proofbell:s:of-an-older-version', '1');
  isFull = true;
  store.set('b', '1');
  store.clear();
  expect([...items.keys()]).toEqual(['other']);
  expect([store.get('a'), store.get('b')]).toEqual([null, null]);
  expect(() => makeStore(blocked, '').clear()).not.toThrow();
});
