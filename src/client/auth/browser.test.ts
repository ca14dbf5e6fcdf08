import { expect, test } from 'vitest';
import { createOtherTabs, createSafeStorage, readMessage, takeSsoToken } from './browser.ts';
import type { SignedInChange } from './session.ts';

/** A page at `href`, recording its address. */
function pageAt(href: string) {
  const seen: string[] = [];
  const history = { state: { key: 'k' }, replaceState: (_state: unknown, _: string, url: URL) => seen.push(url.href) };
  return { seen, page: { location: { href }, history } as unknown as Window };
}

test('removes the single sign-on token from the address and keeps everything else [spec 2.sso.1]', () => {
  const { page, seen } = pageAt('https://bell.example/oak/site-setup?a=1&token=ey.x.y&b=2#end');
  expect(takeSsoToken(page)).toBe('ey.x.y');
  expect(seen).toEqual(['https://bell.example/oak/site-setup?a=1&b=2#end']);
});

test('leaves an address without a token alone', () => {
  const { page, seen } = pageAt('https://bell.example/login?error=token-expired');
  expect(takeSsoToken(page)).toBeNull();
  expect(seen).toEqual([]);
});

test('treats an empty token as none, and removes repeated tokens', () => {
  const empty = pageAt('https://bell.example/?token=');
  expect(takeSsoToken(empty.page)).toBeNull();
  expect(empty.seen).toEqual(['https://bell.example/']);
  const two = pageAt('https://bell.example/?token=a&token=b');
  expect(takeSsoToken(two.page)).toBe('a');
  expect(two.seen).toEqual(['https://bell.example/']);
});

const blocked = createSafeStorage(() => {
  throw new DOMException('blocked', 'SecurityError');
});

test('reads a stored value until it is removed', () => {
  const stored = new Map<string, string>();
  const storage = createSafeStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }));
  expect(storage.write('key', 'value')).toBe(true);
  expect(storage.read('key')).toBe('value');
  storage.remove('key');
  expect(storage.read('key')).toBeNull();
});

test('with storage blocked, reads return null, writes return false, and nothing throws', () => {
  expect(blocked.read('key')).toBeNull();
  expect(blocked.write('key', 'value')).toBe(false);
  expect(() => blocked.remove('key')).not.toThrow();
});

test('reports a write that a full or forgetful storage lost', () => {
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

test('sends a message to the other tabs but not to itself', async () => {
  const [here, there] = [0, 1].map(() => new BroadcastChannel('tabs-test'));
  if (!here || !there) throw new Error('no channels');
  const receivedHere: SignedInChange[] = [];
  const receivedThere: SignedInChange[] = [];
  const tabs = createOtherTabs(() => here);
  tabs.listen((change) => receivedHere.push(change));
  const both = new Promise<void>((resolve) =>
    createOtherTabs(() => there).listen((change) => {
      receivedThere.push(change);
      if (receivedThere.length === 2) resolve();
    }),
  );
  tabs.send({ userId: 'u1' });
  tabs.send(null);
  await both;
  expect(receivedThere).toEqual([{ userId: 'u1' }, null]);
  expect(receivedHere).toEqual([]);
  here.close();
  there.close();
});

test('a tab works alone when its channel is blocked', () => {
  const tabs = createOtherTabs(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  tabs.listen(() => {});
  expect(() => tabs.send(null)).not.toThrow();
});

test('ignores a malformed message', () => {
  expect([null, 'out', 1, {}, { userId: 3 }].map(readMessage)).toEqual(Array(5).fill(undefined));
  expect(readMessage({ userId: null, since: 'a later version' })).toBeNull();
});
