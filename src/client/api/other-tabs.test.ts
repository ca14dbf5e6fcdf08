import { expect, test } from 'vitest';
import { createOtherTabs, readWord } from './other-tabs.ts';
import type { ElsewhereSignedIn } from './session.ts';

test('what one tab tells the others hear, and it does not', async () => {
  const [here, there] = [0, 1].map(() => new BroadcastChannel('tabs-test'));
  if (!here || !there) throw new Error('no channels');
  const heardHere: ElsewhereSignedIn[] = [];
  const heardThere: ElsewhereSignedIn[] = [];
  const tabs = createOtherTabs(() => here);
  tabs.listen((change) => heardHere.push(change));
  const both = new Promise<void>((resolve) =>
    createOtherTabs(() => there).listen((change) => {
      heardThere.push(change);
      if (heardThere.length === 2) resolve();
    }),
  );
  tabs.tell({ userId: 'u1' });
  tabs.tell(null);
  await both;
  expect(heardThere).toEqual([{ userId: 'u1' }, null]);
  expect(heardHere).toEqual([]);
  here.close();
  there.close();
});

test('a tab that may not have a channel stands alone', () => {
  const tabs = createOtherTabs(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  tabs.listen(() => {});
  expect(() => tabs.tell(null)).not.toThrow();
});

test('a word of another shape is not understood', () => {
  expect([null, 'out', 1, {}, { userId: 3 }].map(readWord)).toEqual(Array(5).fill(undefined));
  expect(readWord({ userId: null, since: 'a later version' })).toBeNull();
});
