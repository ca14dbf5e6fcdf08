import { expect, test } from 'vitest';
import { connectTabs } from './other-tabs.ts';
import { DEFAULT_SETTINGS } from './paths.ts';
import type { Snapshot } from './source.ts';

/** A tab whose loads are answered by hand, and whose messages come from nowhere. */
function openTab() {
  const channel = { onmessage: null as ((event: MessageEvent) => void) | null, postMessage() {}, close() {} };
  const loads: PromiseWithResolvers<Snapshot>[] = [];
  const received: number[] = [];
  const tabs = connectTabs('w', {
    open: () => channel,
    load() {
      const load = Promise.withResolvers<Snapshot>();
      loads.push(load);
      return load.promise;
    },
    receive: ({ revision }) => received.push(revision),
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    tabs,
    loads,
    received,
    hear(data: unknown) {
      channel.onmessage?.({ data } as MessageEvent);
    },
    async answer(revision: number) {
      loads.at(-1)?.resolve({ settings: DEFAULT_SETTINGS, revision });
      await settled();
    },
    async fail() {
      loads.at(-1)?.reject(new Error('No answer'));
      await settled();
    },
  };
}

test('two saves elsewhere within one slow load: it is asked again until the second one is here', async () => {
  const { loads, received, hear, answer } = openTab();
  hear({ widgetId: 'w', revision: 2 });
  hear({ widgetId: 'w', revision: 3 });
  await answer(2);
  expect(loads).toHaveLength(2);
  await answer(3);
  expect(received).toEqual([2, 3]);
  expect(loads).toHaveLength(2);
});

test('an announcement that never comes true ends, and so does one that cannot be loaded; the next one counts again', async () => {
  const { loads, hear, answer, fail } = openTab();
  hear({ widgetId: 'w', revision: 1e9 });
  for (let i = 0; i < 20; i++) await answer(2);
  const asked = loads.length;
  expect(asked).toBeLessThan(10);
  hear({ widgetId: 'w', revision: 3 });
  await fail();
  expect(loads).toHaveLength(asked + 1);
});

test.each([null, 'x', {}, { widgetId: 'other', revision: 2 }, { widgetId: 'w', revision: '2' }])(
  'is not moved by %j',
  (data) => {
    const { loads, hear } = openTab();
    hear(data);
    expect(loads).toEqual([]);
  },
);

test('takes nothing any more once it is closed', async () => {
  const { tabs, received, hear, answer } = openTab();
  hear({ widgetId: 'w', revision: 2 });
  tabs.close();
  await answer(2);
  expect(received).toEqual([]);
});

test('where channels are blocked, as along with storage, settings work all the same', () => {
  const tabs = connectTabs('w', {
    open() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
    load: () => Promise.reject(new Error('Not asked')),
    receive() {},
  });
  tabs.announce(2);
  tabs.close();
});
