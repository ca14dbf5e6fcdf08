import { expect, test } from 'vitest';
import { interactionBatchInput } from '#shared/contract/embed.ts';
import { costOf } from './cost.ts';

const SCRIPT = 'https://proofbell.test/widget.js';
const PAYLOAD = 'https://proofbell.test/api/embed/s';
const entry = (name: string, transferSize: number) => ({ name, transferSize }) as unknown as PerformanceEntry;
const cost = (entries: PerformanceEntry[], time = 1) => {
  const window = { performance: { getEntriesByType: () => entries } } as unknown as Window;
  return costOf(window, SCRIPT, PAYLOAD, time);
};

test('counts script, payload and events over the network, and nothing else on the page', () => {
  const entries = [
    entry(SCRIPT, 6_300),
    entry(PAYLOAD, 1_200),
    entry(`${PAYLOAD}/events`, 300),
    entry(`${PAYLOAD}/events`, 300),
    entry('https://proofbell.test/photo.png', 9_000),
    entry('https://shop.example/main.js', 90_000),
  ];
  expect(cost(entries)).toEqual({ type: 'cost', bytes: 8_100, requests: 4, time: 1 });
});

test('cached files cost no request', () => {
  expect(cost([entry(SCRIPT, 0), entry(PAYLOAD, 300)])).toMatchObject({ bytes: 300, requests: 1 });
});

test('a tab open for days stays within the server’s limits, even with every timing that a browser records', () => {
  const entries = Array.from({ length: 250 }, () => entry(`${PAYLOAD}/events`, 8_192));
  const event = cost(entries, 6e8);
  const taken = interactionBatchInput.parse({ token: 't', events: [event] }).events;
  expect(taken).toEqual([{ type: 'cost', bytes: 2_048_000, requests: 250, time: 6e8 }]);
});
