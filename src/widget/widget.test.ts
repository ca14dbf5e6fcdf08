// The widget with everything but its view and its inspector: what rules, facts and visits do to it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Condition, Rules } from '#shared/embed/rule-types.ts';
import {
  enterStage,
  leaveStage,
  makeStage,
  memoryOf,
  notification,
  pass,
  payloadWith,
  run,
  type Stage,
  screen,
  start,
} from '#tests/support/widget-stage.ts';

beforeEach(() => enterStage());
afterEach(leaveStage);

const rules = (...conditions: Condition[]): Rules => ({ match: 'all', conditions });
const whenVip = rules({ type: 'fact', name: 'plan', operator: 'is', value: ['vip'] });

describe('rules', () => {
  test('a notification waits for its second on the page, which is looked for each second', async () => {
    const stage = makeStage({
      payload: payloadWith([notification('a', rules({ type: 'time', operator: 'at-least', value: 12 }))]),
    });
    await run(stage);
    await pass(11.9);
    expect(screen.shown).toEqual([]);
    await pass(1);
    expect(screen.shown).toEqual(['a']);
  });

  test('without rules in the way nobody looks each second', async () => {
    const stage = makeStage({ payload: payloadWith([]) });
    const proofbell = await run(stage);
    let looks = 0;
    proofbell.on('look', () => {
      looks += 1;
    });
    await pass(34);
    expect(looks).toBe(1);
    await pass(2);
    expect(looks).toBe(2);
  });

  test('a hidden tab never looks', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a', whenVip)]) });
    const proofbell = await run(stage);
    let looks = 0;
    proofbell.on('look', () => {
      looks += 1;
    });
    await pass(8);
    const before = looks;
    expect(before).toBeGreaterThan(1);
    stage.hide(true);
    await pass(600);
    stage.leaveByMouse();
    proofbell.set('plan', 'vip');
    await pass(600);
    expect(looks).toBe(before);
    stage.hide(false);
    await pass(0);
    expect(screen.shown).toEqual(['a']);
  });

  test('a mouse that leaves by the upper edge brings the notification at once', async () => {
    const stage = makeStage({
      payload: payloadWith([notification('a', rules({ type: 'exit', operator: 'happened' }))]),
    });
    await run(stage);
    await pass(5.5);
    stage.leaveByMouse();
    await pass(0);
    expect(screen.shown).toEqual(['a']);
  });

  test('another page asks anew: its notification goes, its facts begin again', async () => {
    const onDesks = rules({ type: 'page', operator: 'starts-with', value: ['/desks'] });
    const stage = makeStage({
      payload: payloadWith([notification('a', onDesks)]),
      href: 'https://shop.example/desks/oak',
    });
    await run(stage);
    await pass(5);
    expect(screen.shown).toEqual(['a']);
    stage.visit('https://shop.example/desks/elm');
    expect(screen.shown).toEqual(['a']);
    stage.visit('https://shop.example/lamps');
    expect(screen.shown).toEqual([]);
    expect(memoryOf(stage).pages).toBe(3);
    stage.visit('https://shop.example/desks/oak');
    await pass(4.9);
    expect(screen.shown).toEqual([]);
    await pass(0.2);
    expect(screen.shown).toEqual(['a']);
  });

  test('the widget’s own rules count for every notification', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a')], whenVip) });
    const proofbell = await run(stage);
    await pass(30);
    expect(screen.shown).toEqual([]);
    proofbell.set('plan', 'vip');
    await pass(0);
    expect(screen.shown).toEqual(['a']);
  });
});

describe('facts of the page', () => {
  test('are told before the notifications are there, changed, and taken back', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a', whenVip)]) });
    const proofbell = await start(stage);
    proofbell.set('plan', 'vip');
    await pass(5);
    expect(screen.shown).toEqual(['a']);
    proofbell.set('plan', null);
    await pass(0);
    expect(screen.shown).toEqual([]);
  });

  test('are attributes of the tag too, read when they are asked for; what is set goes before', async () => {
    const stage = makeStage({
      payload: payloadWith([notification('a', whenVip)]),
      attributes: { 'data-plan': 'free' },
    });
    const proofbell = await run(stage);
    await pass(10);
    expect(screen.shown).toEqual([]);
    stage.attributes['data-plan'] = 'VIP';
    await pass(1);
    expect(screen.shown).toEqual(['a']);
    proofbell.set('plan', 'free');
    await pass(0);
    expect(screen.shown).toEqual([]);
  });

  test('may be numbers, and nothing that is set can throw into the page', async () => {
    const cart = rules({ type: 'fact', name: 'cart', operator: 'at-least', value: 50 });
    const proofbell = await run(makeStage({ payload: payloadWith([notification('a', cart)]) }));
    for (const odd of [Symbol('x'), Object.create(null), () => 0, { toString: null }]) {
      expect(() => proofbell.set('cart', odd)).not.toThrow();
    }
    proofbell.set('cart', 60);
    await pass(5);
    expect(screen.shown).toEqual(['a']);
  });

  test('a notification that the page asked for against its rules stays when a fact changes', async () => {
    const proofbell = await run(makeStage({ payload: payloadWith([notification('a', whenVip)]) }));
    proofbell.show('a');
    await pass(1);
    proofbell.set('other', 'x');
    await pass(1);
    expect(screen.shown).toEqual(['a']);
  });
});

describe('visits and pages', () => {
  const open = async (stage: Stage, href: string, referrer: string) => {
    stage.visit(href);
    stage.document.referrer = referrer;
    const proofbell = await run(stage);
    const memory = memoryOf(stage);
    proofbell.destroy();
    return [memory.visits, memory.pages, memory.from];
  };

  test('are counted, and where the visit came from is kept until it comes from elsewhere', async () => {
    const stage = makeStage({ payload: payloadWith([]) });
    const shop = 'https://shop.example/';
    expect(await open(stage, shop, 'https://www.google.com/')).toEqual([1, 1, 'www.google.com']);
    await pass(60);
    expect(await open(stage, `${shop}desks`, shop)).toEqual([1, 2, 'www.google.com']);
    expect(await open(stage, `${shop}lamps`, 'https://mail.example/')).toEqual([1, 3, 'mail.example']);
    await pass(1_800);
    expect(await open(stage, shop, shop)).toEqual([2, 1, '']);
  });
});

test('one look reads the storage once', async () => {
  const stage = makeStage({ payload: payloadWith([notification('a', whenVip), notification('b', whenVip)]) });
  await run(stage);
  await pass(6.5);
  stage.storageCalls.length = 0;
  await pass(3);
  expect(stage.storageCalls).toEqual(['getItem', 'getItem', 'getItem']);
});

test('the first milliseconds ask the storage for the visitor once, and write the visit, and last the payload', async () => {
  const stage = makeStage({ payload: payloadWith([notification('a')]) });
  await run(stage);
  expect(stage.storageCalls).toEqual(['getItem', 'setItem', 'setItem']);
});
