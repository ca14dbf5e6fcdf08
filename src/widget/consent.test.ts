// The widget waiting for consent, losing it, and getting it again.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rules } from '#shared/embed/rule-types.ts';
import {
  enterStage,
  leaveStage,
  makeStage,
  memoryOf,
  notification,
  PAYLOAD_URL,
  pass,
  payloadWith,
  run,
  screen,
} from '#tests/support/widget-stage.ts';

beforeEach(() => enterStage());
afterEach(leaveStage);

const whenVip: Rules = {
  match: 'all',
  conditions: [{ type: 'fact', name: 'plan', operator: 'is', value: ['vip'] }],
};

describe('consent', () => {
  const held = { 'data-consent': 'required' };

  test('without it nothing is requested, read or stored; with it everything starts, including the delay', async () => {
    const stage = makeStage({ attributes: held });
    const proofbell = await run(stage);
    await pass(60);
    stage.hide(true);
    stage.hide(false);
    expect([stage.requests, stage.storageCalls]).toEqual([[], []]);
    proofbell.consent(true);
    proofbell.consent(true);
    await pass(4.9);
    expect(screen.shown).toEqual([]);
    await pass(0.2);
    expect(screen.shown).toEqual(['a']);
    expect(stage.requests).toEqual([`GET ${PAYLOAD_URL}`]);
  });

  test('calls made before consent wait for it, even after an early refusal', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a', whenVip)]), attributes: held });
    const proofbell = await run(stage);
    const heard: string[] = [];
    proofbell.on('show', ({ id }) => heard.push(id));
    proofbell.set('plan', 'vip');
    proofbell.show('a');
    proofbell.consent(false);
    expect(stage.requests).toEqual([]);
    proofbell.consent(true);
    await pass(0);
    expect(screen.shown).toEqual(['a']);
    expect(heard).toEqual(['a']);
  });

  test('withdrawing it removes the notification and all stored data and stops sending; renewing it starts over', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a'), notification('b')]), attributes: held });
    stage.items.set('other', '1');
    const proofbell = await run(stage);
    proofbell.consent(true);
    await pass(6.5);
    expect(screen.shown).toEqual(['a']);
    expect([...stage.items.keys()]).toEqual(['other', 'proofbell:s:visitor', 'proofbell:s:payload']);
    proofbell.consent(false);
    expect(screen.shown).toEqual([]);
    expect([...stage.items.keys()]).toEqual(['other']);
    stage.visit('https://shop.example/next');
    stage.hide(true);
    stage.hide(false);
    await pass(120);
    expect([...stage.items.keys()]).toEqual(['other']);
    expect(stage.events).toEqual([]);
    proofbell.consent(true);
    await pass(5.1);
    expect(screen.shown).toEqual(['a']);
    expect(memoryOf(stage)).toMatchObject({ visits: 1, count: 1 });
  });

  test('the inspector learns whether it is given, and what runs since then', async () => {
    const proofbell = await run(makeStage({ attributes: { ...held, 'data-debug': '' } }));
    expect(screen.inspected?.()[1]).toBe(false);
    proofbell.consent(true);
    expect(screen.inspected?.()[1]).toBe(true);
    const before = screen.inspected?.()[0];
    proofbell.consent(false);
    expect(screen.inspected?.()[1]).toBe(false);
    expect(screen.inspected?.()[0]).not.toBe(before);
  });

  test('if it is withdrawn before the payload is stored, the payload never is', async () => {
    const whenIdle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (run: () => void) => whenIdle.push(run));
    const stage = makeStage();
    const proofbell = await run(stage);
    await pass(0.05);
    expect(memoryOf(stage)).not.toBeNull();
    proofbell.consent(false);
    expect(whenIdle.length).toBeGreaterThan(0);
    for (const run of whenIdle) run();
    expect(stage.items.size).toBe(0);
  });

  test('if it is withdrawn during a request, the answer is dropped', async () => {
    const stage = makeStage();
    let answer: (response: Response) => void = () => {};
    stage.fetch.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const proofbell = await run(stage);
    proofbell.consent(false);
    answer(new Response(JSON.stringify(payloadWith([notification('a')]))));
    await pass(60);
    expect(stage.items.size).toBe(0);
    expect(screen.shown).toEqual([]);
  });

  test('giving it changes nothing if none is required', async () => {
    const stage = makeStage();
    const proofbell = await run(stage);
    await pass(3);
    proofbell.consent(true);
    await pass(2);
    expect(screen.shown).toEqual(['a']);
    expect(stage.requests).toEqual([`GET ${PAYLOAD_URL}`]);
  });

  test('it does not revive a widget destroyed before or after', async () => {
    const stage = makeStage({ attributes: held });
    const proofbell = await run(stage);
    proofbell.destroy();
    expect('Proofbell' in stage.window).toBe(false);
    proofbell.consent(true);
    proofbell.consent(false);
    proofbell.consent(true);
    await pass(60);
    expect(stage.requests).toEqual([]);
  });

  test('withdrawing it after the widget was destroyed still deletes stored data', async () => {
    const stage = makeStage();
    const proofbell = await run(stage);
    await pass(3);
    proofbell.destroy();
    proofbell.consent(true);
    expect(stage.items.size).toBeGreaterThan(0);
    proofbell.consent(false);
    expect(stage.items.size).toBe(0);
  });
});
