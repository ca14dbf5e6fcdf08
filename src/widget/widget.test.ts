// The whole widget except its view and its inspector: how rules, facts and visits affect it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
  test('a notification waits for its time on page, which is checked every second', async () => {
    const stage = makeStage({
      payload: payloadWith([notification('a', rules({ type: 'time', operator: 'at-least', value: 12 }))]),
    });
    await run(stage);
    await pass(11.9);
    expect(screen.shown).toEqual([]);
    await pass(1);
    expect(screen.shown).toEqual(['a']);
  });

  test('if no rules are in the way, nothing is checked every second', async () => {
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

  test('a hidden tab never looks for notifications', async () => {
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

  test('a mouse leaving through the top edge shows the notification at once', async () => {
    const stage = makeStage({
      payload: payloadWith([notification('a', rules({ type: 'exit', operator: 'happened' }))]),
    });
    await run(stage);
    await pass(5.5);
    stage.leaveByMouse();
    await pass(0);
    expect(screen.shown).toEqual(['a']);
  });

  test('navigating starts over: the notification ends and facts are reset', async () => {
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

  test('the widget’s own rules apply to every notification', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a')], whenVip) });
    const proofbell = await run(stage);
    await pass(30);
    expect(screen.shown).toEqual([]);
    proofbell.set('plan', 'vip');
    await pass(0);
    expect(screen.shown).toEqual(['a']);
  });
});

describe('what conditions need', () => {
  const FILE = 'https://proofbell.test/widget-conditions.js';
  const answerWith = (...payloads: object[]) => {
    let at = 0;
    return makeStage({
      backend: async (_url, { body }) =>
        body ? new Response(null, { status: 204 }) : new Response(JSON.stringify(payloads[at++] ?? payloads.at(-1))),
    });
  };

  test('is loaded as soon as a payload has conditions, once, and not without', async () => {
    await run(makeStage({ payload: payloadWith([notification('a'), notification('b', rules())]) }));
    await pass(60);
    expect(screen.loaded).toEqual([]);
    for (const payload of [payloadWith([notification('a', whenVip)]), payloadWith([notification('a')], whenVip)]) {
      screen.loaded = [];
      await run(makeStage({ payload }));
      expect(screen.loaded).toEqual([FILE]);
      await pass(60);
      expect(screen.loaded).toEqual([FILE]);
    }
  });

  test('where it can’t be loaded, what has conditions does not show, and the rest does', async () => {
    screen.isBlocked = true;
    const always = rules({ type: 'visits', operator: 'at-least', value: 0 });
    await run(makeStage({ payload: payloadWith([notification('b', always), notification('a')]) }));
    await pass(6);
    expect(screen.shown).toEqual(['a']);
    await pass(60);
    expect(screen.shown).toEqual([]);
    const stage = makeStage({ payload: payloadWith([notification('a')], always) });
    await run(stage);
    await pass(60);
    expect(screen.shown).toEqual([]);
  });

  test('is loaded once a later payload has some', async () => {
    const stage = answerWith(payloadWith([notification('a')]), payloadWith([notification('b', whenVip)]));
    await run(stage);
    await pass(61);
    expect(screen.loaded).toEqual([]);
    stage.visit('https://shop.example/next');
    await pass(1);
    expect(screen.loaded).toEqual([FILE]);
  });

  test('is loaded for the inspector, which tells of all notifications', async () => {
    await run(makeStage({ attributes: { 'data-debug': '' } }));
    expect(screen.loaded).toContain(FILE);
  });

  test('needs no file where the script brings it', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a', whenVip)]) });
    const proofbell = await start(stage, true);
    proofbell.set('plan', 'vip');
    await pass(5);
    expect([screen.shown, screen.loaded]).toEqual([['a'], []]);
  });
});

describe('facts of the page', () => {
  test('can be set before the notifications load, changed, and removed', async () => {
    const stage = makeStage({ payload: payloadWith([notification('a', whenVip)]) });
    const proofbell = await start(stage);
    proofbell.set('plan', 'vip');
    await pass(5);
    expect(screen.shown).toEqual(['a']);
    proofbell.set('plan', null);
    await pass(0);
    expect(screen.shown).toEqual([]);
  });

  test('can also be attributes of the tag, read on demand; values that were set take precedence', async () => {
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

  test('may be numbers, and no value can make the page throw', async () => {
    const cart = rules({ type: 'fact', name: 'cart', operator: 'at-least', value: 50 });
    const proofbell = await run(makeStage({ payload: payloadWith([notification('a', cart)]) }));
    for (const odd of [Symbol('x'), Object.create(null), () => 0, { toString: null }]) {
      expect(() => proofbell.set('cart', odd)).not.toThrow();
    }
    proofbell.set('cart', 60);
    await pass(5);
    expect(screen.shown).toEqual(['a']);
  });

  test('a notification that the page requested against its rules stays when a fact changes', async () => {
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

  test('are counted where there are conditions, and the referrer is remembered until the visit comes from elsewhere', async () => {
    const stage = makeStage({ payload: payloadWith([], whenVip) });
    const shop = 'https://shop.example/';
    expect(await open(stage, shop, 'https://www.google.com/')).toEqual([1, 1, 'www.google.com']);
    await pass(60);
    expect(await open(stage, `${shop}desks`, shop)).toEqual([1, 2, 'www.google.com']);
    expect(await open(stage, `${shop}lamps`, 'https://mail.example/')).toEqual([1, 3, 'mail.example']);
    await pass(1_800);
    expect(await open(stage, shop, shop)).toEqual([2, 1, '']);
  });

  test('without conditions only the visit is counted', async () => {
    const stage = makeStage({ payload: payloadWith([]) });
    const shop = 'https://shop.example/';
    expect(await open(stage, shop, 'https://www.google.com/')).toEqual([1, undefined, undefined]);
    await pass(1_000);
    expect(await open(stage, `${shop}desks`, shop)).toEqual([1, undefined, undefined]);
    // Each page prolongs it.
    await pass(1_000);
    expect(await open(stage, shop, shop)).toEqual([1, undefined, undefined]);
    await pass(1_800);
    expect(await open(stage, shop, shop)).toEqual([2, undefined, undefined]);
  });
});

test('a notification starts, and another ends, while the page is open', async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const later = { ...notification('later'), startsAt: at(30) };
  const over = { ...notification('over'), endsAt: at(2) };
  await run(makeStage({ payload: payloadWith([over, later]) }));
  await pass(29);
  expect(screen.shown).toEqual([]);
  await pass(7);
  expect(screen.shown).toEqual(['later']);
});

test('a random order is drawn from the whole queue', async () => {
  const drawn = [0.9, 0.1, 0.5];
  vi.spyOn(Math, 'random').mockImplementation(() => drawn.shift() ?? 0.5);
  const payload = payloadWith(['a', 'b', 'c'].map((id) => notification(id)));
  payload.widget.behavior = { ...payload.widget.behavior, queue: { order: 'random' } };
  await run(makeStage({ payload }));
  const shown: string[] = [];
  await pass(6);
  for (let at = 0; at < 3; at += 1) {
    shown.push(...screen.shown);
    await pass(11);
  }
  expect(shown).toEqual(['b', 'c', 'a']);
});

test('each check reads the storage once', async () => {
  const stage = makeStage({ payload: payloadWith([notification('a', whenVip), notification('b', whenVip)]) });
  await run(stage);
  await pass(6.5);
  stage.storageCalls.length = 0;
  await pass(3);
  expect(stage.storageCalls).toEqual(['getItem', 'getItem', 'getItem']);
});

test('startup reads the visitor from storage once, writes the visit, and finally the payload', async () => {
  const stage = makeStage();
  await run(stage);
  expect(stage.storageCalls).toEqual(['getItem', 'setItem', 'setItem']);
});

test('an owner who comes from the app waits for the network, and no visitor does', async () => {
  const asked: (RequestCache | undefined)[] = [];
  for (const hash of ['', '#proofbell=a.b-c_d']) {
    const stage = makeStage({
      href: `https://shop.example/${hash}`,
      backend: async (url, { cache }) => {
        if (url.includes('/draft')) return new Response(null, { status: 204 });
        asked.push(cache);
        return new Response(JSON.stringify(payloadWith([])));
      },
    });
    await run(stage);
    await pass(1);
  }
  expect(asked).toEqual([undefined, 'reload']);
});
