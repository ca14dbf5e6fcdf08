import { expect, test } from 'vitest';
import { interactionBatchInput } from '#shared/contract/embed.ts';
import type { NotificationInteraction } from '#shared/embed/payload.ts';
import { INTERACTIONS_MAX_BYTES } from '#shared/limits.ts';
import { makeReporter } from './report.ts';

const event = (notificationId: string, page = '/'): Required<NotificationInteraction> => ({
  type: 'display',
  notificationId,
  page,
  device: 'desktop',
});
const start = (send: (body: string) => void = () => {}) => {
  const bodies: string[] = [];
  const reporter = makeReporter({ token: 'the-token' }, (body) => {
    bodies.push(body);
    send(body);
  });
  return { ...reporter, bodies };
};

test('what is waiting is sent once, in the form that the server accepts', () => {
  const { add, sendAll, bodies } = start();
  add(event('a'));
  add(event('b'));
  sendAll();
  sendAll();
  expect(bodies.map((body) => interactionBatchInput.parse(JSON.parse(body)))).toEqual([
    { token: 'the-token', events: [event('a'), event('b')] },
  ]);
});

test('a cost report is sent the same way, unchanged', () => {
  const { add, sendAll, bodies } = start();
  const cost = { type: 'cost', bytes: 7_000, requests: 2, time: 3.25 } as const;
  add(event('a'));
  add(cost);
  sendAll();
  expect(interactionBatchInput.parse(JSON.parse(bodies[0] ?? '')).events).toEqual([event('a'), cost]);
});

test('nothing is sent if nothing is waiting', () => {
  const { sendAll, bodies } = start();
  sendAll();
  expect(bodies).toEqual([]);
});

test('an event that failed to send is not sent again', () => {
  const { add, sendAll, bodies } = start(() => {
    throw new Error('unclear');
  });
  add(event('a'));
  expect(sendAll).toThrow('unclear');
  sendAll();
  expect(bodies).toHaveLength(1);
});

test('many events with long paths are split into requests that the server accepts', () => {
  const { add, sendAll, bodies } = start();
  const id = '0198c0de-0000-7000-8000-000000000000';
  for (let i = 0; i < 45; i++) add(event(id, `/${'x'.repeat(5_000)}`));
  sendAll();
  const batches = bodies.map((body) => interactionBatchInput.parse(JSON.parse(body)).events.length);
  expect(batches.reduce((sum, size) => sum + size)).toBe(45);
  for (const body of bodies) expect(body.length).toBeLessThanOrEqual(INTERACTIONS_MAX_BYTES);
});

test('a page that patches Array.prototype.toJSON does not break the format', () => {
  const patched = Array.prototype as { toJSON?: () => string };
  patched.toJSON = () => 'broken';
  try {
    const { add, sendAll, bodies } = start();
    add(event('a'));
    sendAll();
    expect(JSON.parse(bodies[0] ?? '').events).toEqual([event('a')]);
  } finally {
    delete patched.toJSON;
  }
});
