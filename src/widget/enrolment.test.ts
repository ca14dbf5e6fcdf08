// Measuring what notifications change: who is held out, what is kept and told of it, and what counts as reached.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compileRules } from '#shared/embed/compile-rules.ts';
import type { CompactPayload, EmbedEpoch } from '#shared/embed/payload.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
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

const FILE = 'https://proofbell.test/widget-conditions.js';
const DAY = 86_400;
const SHOP = 'https://shop.example/';
const thanks: Rules = { match: 'all', conditions: [{ type: 'page', operator: 'is', value: ['/thanks'] }] };
const goals = { call: 0, paid: compileRules(thanks) } as const;
const today = Math.floor(Date.parse('2026-05-01') / 86_400_000);

/** What the next browsers draw, of 0 to 99. */
const draw = (value: number) =>
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((list) => {
    (list as Uint32Array)[0] = value;
    return list;
  });
const measured = (epoch: Partial<EmbedEpoch> = {}, ids = ['a', 'b']): CompactPayload => ({
  ...payloadWith(ids.map((id) => notification(id))),
  epoch: { id: 'abcd2345', share: 10, ...epoch },
});
const enrolled = (arm: 0 | 1, more: object = {}) => ({ id: 'abcd2345', arm, day: today, ...more });
const ENTRY = 'proofbell:s:epoch';
const keptIn = (stage: Stage) => JSON.parse(stage.items.get(ENTRY) || 'null') ?? undefined;
const told = (stage: Stage) => stage.events.filter(({ type }) => type === 'enrol' || type === 'goal');
const types = (stage: Stage) => stage.events.map(({ type }) => type);
const enrolment = (arm: 0 | 1) => ({ type: 'enrol', epoch: 'abcd2345', arm });
const open = (epoch?: unknown, given: Parameters<typeof makeStage>[0] = { payload: measured({ goals }) }) => {
  const stage = makeStage(given);
  if (epoch !== undefined) stage.items.set(ENTRY, JSON.stringify(epoch));
  return stage;
};
const click = (stage: Stage, key?: string) => {
  const closest = () => (key ? { dataset: { proofbellGoal: key } } : null);
  const event = new Event('click');
  Object.defineProperty(event, 'target', { value: { closest } });
  stage.document.dispatchEvent(event);
};

describe('the draw', () => {
  test.each([
    [9, 10, 0],
    [10, 10, 1],
    [0, 0, 1],
    [99, 100, 0],
    [4_294_967_249, 50, 0],
    [4_294_967_250, 50, 1],
  ] as const)(
    'of %i, with %i percent held out, is arm %i: kept, told once, and the same on the next page',
    async (value, share, arm) => {
      draw(value);
      const stage = open(undefined, { payload: measured({ share }) });
      const proofbell = await run(stage);
      const heard: string[] = [];
      proofbell.on('enrol', ({ id }) => heard.push(`${id} ${proofbell.arm()}`));
      await pass(4.9);
      expect([keptIn(stage), proofbell.arm()]).toEqual([undefined, '']);
      await pass(1);
      expect(keptIn(stage)).toEqual(enrolled(arm));
      expect(heard).toEqual([`pb-abcd2345-${arm} pb-abcd2345-${arm}`]);
      expect(screen.shown).toEqual(arm ? ['a'] : []);
      await pass(60);
      expect(told(stage)).toEqual([enrolment(arm)]);
      proofbell.destroy();
      draw(99 - value);
      const next = await start(stage);
      expect(next.arm()).toBe(`pb-abcd2345-${arm}`);
      await pass(60);
      expect(told(stage)).toEqual([enrolment(arm)]);
    },
  );

  test('comes with the first notification, in the file of conditions, and not again', async () => {
    draw(0);
    const stage = open();
    await run(stage);
    await pass(4.9);
    expect(screen.loaded).toEqual([]);
    await pass(30);
    expect(screen.loaded).toEqual([FILE]);
    expect(crypto.getRandomValues).toHaveBeenCalledTimes(1);
  });

  test('without an epoch there is none: nothing is loaded or kept, and what an earlier one kept is deleted', async () => {
    const spy = draw(0);
    const plain = open(enrolled(0), { payload: payloadWith([notification('a')]) });
    await run(plain);
    await pass(6);
    expect([screen.shown, keptIn(plain), told(plain)]).toEqual([['a'], undefined, []]);
    const fresh = open(undefined, { payload: payloadWith([notification('a')]) });
    screen.loaded = [];
    await run(fresh);
    await pass(6);
    expect([screen.shown, keptIn(fresh), screen.loaded]).toEqual([['a'], undefined, []]);
    expect(spy).not.toHaveBeenCalled();
  });

  test('another epoch is drawn anew', async () => {
    draw(99);
    const stage = open({ ...enrolled(0), id: 'zzzz2345', goals: { call: 1 } });
    await run(stage);
    await pass(6);
    expect([screen.shown, keptIn(stage), told(stage)]).toEqual([['a'], enrolled(1), [enrolment(1)]]);
  });

  test('a page that stays open follows: a new epoch, and none any more', async () => {
    draw(0);
    const answers = [measured(), measured({ id: 'zzzz2345', share: 50 }), payloadWith([notification('c')])];
    const stage = open(undefined, {
      backend: async (_url, { body }) =>
        body ? new Response(null, { status: 204 }) : new Response(JSON.stringify(answers.shift())),
    });
    await run(stage);
    await pass(61);
    stage.visit(`${SHOP}next`);
    await pass(61);
    expect(told(stage)).toEqual([enrolment(0), { type: 'enrol', epoch: 'zzzz2345', arm: 0 }]);
    stage.visit(`${SHOP}last`);
    await pass(6);
    expect([screen.shown, keptIn(stage)]).toEqual([['c'], undefined]);
  });
});

test('a browser that left while its arm was drawn keeps it, and takes no part', async () => {
  const stage = open({ id: 'abcd2345', arm: 0 });
  const proofbell = await run(stage);
  await pass(6);
  proofbell.goal('call');
  expect([screen.shown, told(stage), proofbell.arm()]).toEqual([[], [], '']);
});

describe('what is held out', () => {
  test('is as if it showed: the same notifications at the same times, within the same caps; and nothing is told of it', async () => {
    const seen: unknown[] = [];
    for (const arm of [0, 1] as const) {
      const payload = measured({}, ['a', 'b', 'c']);
      payload.widget.behavior = { ...payload.widget.behavior, queue: { perPage: 2, perVisit: 3 } };
      const stage = open(enrolled(arm), { payload });
      const heard: string[] = [];
      const proofbell = await run(stage);
      for (const event of ['show', 'hide', 'display'] as const) proofbell.on(event, () => heard.push(event));
      const steps: unknown[] = [];
      for (let at = 0; at < 40; at += 1) {
        await pass(1);
        const { seen: shown, count } = memoryOf(stage);
        steps.push([shown, count]);
      }
      stage.visit(`${SHOP}next`);
      await pass(30);
      steps.push(memoryOf(stage).seen);
      seen.push(steps);
      const expected = ['show', 'display', 'hide'];
      expect(heard).toEqual(arm ? [...expected, ...expected, ...expected] : []);
      expect(types(stage)).toEqual(arm ? ['display', 'display', 'display'] : []);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test('does not show by Proofbell.show, and nobody closes it by the Escape key', async () => {
    const stage = open(enrolled(0));
    const proofbell = await run(stage);
    proofbell.show('b');
    await pass(1);
    stage.document.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }));
    await pass(1);
    expect([screen.shown, stage.events, memoryOf(stage).closed]).toEqual([[], [], {}]);
    expect(memoryOf(stage).seen).toEqual({ b: 1 });
  });

  test('Proofbell.show enrols as any other notification does', async () => {
    draw(99);
    const stage = open();
    const proofbell = await run(stage);
    proofbell.show('b');
    await pass(1);
    expect([screen.shown, told(stage)]).toEqual([['b'], [enrolment(1)]]);
  });
});

describe('takes no part', () => {
  const expectOut = async (stage: Stage, shown = ['a']) => {
    const proofbell = await run(stage);
    await pass(6);
    expect([screen.shown, told(stage), proofbell.arm()]).toEqual([shown, [], '']);
  };

  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  test.each<[string, (stage: Stage) => void]>([
    ['refuses everything', ({ storage }) => Object.assign(storage, { setItem: full })],
    [
      'has no room for more',
      ({ storage, items }) => {
        storage.setItem = (key, value) => (key.includes('epoch') ? full() : items.set(key, value));
      },
    ],
    ['is blocked', ({ window }) => Object.defineProperty(window, 'localStorage', { get: full })],
    ['forgets', ({ storage }) => Object.assign(storage, { setItem() {} })],
  ])('a browser whose storage %s', async (_what, spoil) => {
    draw(0);
    const stage = open();
    spoil(stage);
    await expectOut(stage);
    await pass(12);
    expect(screen.shown).toEqual(['b']);
  });

  test('a browser that can’t load the file', async () => {
    draw(0);
    screen.isBlocked = true;
    await expectOut(open());
  });

  test.each([
    ['an owner’s link', { href: `${SHOP}#proofbell=a.b-c_d`, link: '' as const }],
    ['an owner’s draft', { href: `${SHOP}#proofbell=a.b-c_d`, link: { ...measured(), isDraft: true as const } }],
    ['a debug tag', { attributes: { 'data-debug': '' } }],
    ['an example', { payload: { ...measured(), isExample: true as const } }],
  ])('%s', async (_what, given) => {
    draw(0);
    const stage = open(undefined, { payload: measured(), ...given });
    await run(stage);
    await pass(6);
    expect([screen.shown, told(stage), keptIn(stage)]).toEqual([['a'], [], undefined]);
  });

  test('an owner whose own browser was held out sees what others see', async () => {
    const stage = open(enrolled(0), { payload: measured(), href: `${SHOP}#proofbell=a.b-c_d`, link: '' });
    await run(stage);
    await pass(6);
    expect([screen.shown, keptIn(stage)]).toEqual([['a'], enrolled(0)]);
  });

  test('a visitor who objected: only that is kept, notifications show, and no later epoch changes it', async () => {
    const stage = open(enrolled(0, { goals: { call: 1 } }));
    const proofbell = await run(stage);
    await pass(6);
    proofbell.object();
    expect([keptIn(stage), proofbell.arm()]).toEqual([0, '']);
    proofbell.goal('call');
    await pass(13);
    expect([screen.shown, told(stage)]).toEqual([['b'], []]);
    proofbell.destroy();
    const spy = draw(0);
    stage.payload.epoch = { id: 'zzzz2345', share: 100 };
    await expectOut(stage);
    expect([keptIn(stage), spy.mock.calls]).toEqual([0, []]);
    stage.window.Proofbell?.consent(false);
    expect([...stage.items.keys()]).toEqual([]);
  });

  test.each([5.05, 5.25])('a visitor who objected while the arm was drawn, after %f s', async (seconds) => {
    draw(0);
    const stage = open();
    const proofbell = await run(stage);
    await pass(seconds);
    proofbell.object();
    await pass(1);
    expect([screen.shown, told(stage), keptIn(stage)]).toEqual([['a'], [], 0]);
  });

  test('a visitor who follows a link to object', async () => {
    draw(0);
    await expectOut(open(enrolled(0), { payload: measured(), href: `${SHOP}#proofbell-object` }));
  });
});

test('before consent nothing is read or kept; withdrawn, it is deleted; given again, it is drawn again', async () => {
  draw(0);
  const stage = open(enrolled(1), { payload: measured(), attributes: { 'data-consent': 'required' } });
  const proofbell = await run(stage);
  expect([proofbell.arm(), stage.storageCalls]).toEqual(['', []]);
  proofbell.consent(true);
  expect(proofbell.arm()).toBe('pb-abcd2345-1');
  proofbell.consent(false);
  expect([proofbell.arm(), stage.items.size]).toEqual(['', 0]);
  proofbell.consent(true);
  await pass(5.05);
  proofbell.consent(false);
  await pass(60);
  expect([stage.items.size, told(stage)]).toEqual([0, []]);
  proofbell.consent(true);
  await pass(6);
  expect([keptIn(stage), told(stage)]).toEqual([enrolled(0), [enrolment(0)]]);
});

describe('two tabs that draw at once', () => {
  /** Two pages of one browser, each with what is stored as it knows it: both learn 50 ms later what came last. */
  const twoTabs = async (locks?: object) => {
    let draws = 0;
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((list) => {
      (list as Uint32Array)[0] = 99 * draws;
      draws += 1;
      return list;
    });
    const one = open(undefined, { payload: measured() });
    const other = open(undefined, { payload: measured() });
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      Object.assign(from.window.navigator, { locks });
      from.storage.setItem = (key: string, value: string) => {
        from.items.set(key, value);
        setTimeout(() => [from, to].map(({ items }) => items.set(key, value)), 50);
      };
    }
    await run(one);
    await pass(0.02);
    await run(other);
    await pass(6);
    return [one, other] as const;
  };

  test('have one arm, also where browsers know no locks', async () => {
    const [one, other] = await twoTabs();
    expect(keptIn(one)).toEqual(keptIn(other));
    expect(screen.shown).toEqual(keptIn(one).arm ? ['a'] : []);
  });

  test('draw once where they do, and one of them tells of it', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const request = (_name: string, _options: object, run: () => Promise<unknown>) => {
      last = last.then(run);
      return last;
    };
    const [one, other] = await twoTabs({ request });
    expect([...told(one), ...told(other)]).toEqual([enrolment(0)]);
    expect(keptIn(other)).toEqual(keptIn(one));
  });

  test.each([
    ['is refused', () => Promise.reject(new Error('denied'))],
    [
      'the page has broken',
      () => {
        throw new Error('broken');
      },
    ],
  ])('a lock that %s leaves no notification behind', async (_how, request) => {
    const stage = open();
    Object.assign(stage.window.navigator, { locks: { request } });
    await run(stage);
    await pass(6);
    expect([screen.shown, told(stage)]).toEqual([['a'], []]);
  });

  test('a lock that a sleeping tab keeps is waited for three seconds', async () => {
    const stage = open();
    const request = (_name: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    Object.assign(stage.window.navigator, { locks: { request } });
    await run(stage);
    await pass(7.9);
    expect(screen.shown).toEqual([]);
    await pass(0.2);
    expect([screen.shown, told(stage)]).toEqual([['a'], []]);
  });
});

describe('a goal', () => {
  const reached = (goal: string, more: object = {}) => ({ type: 'goal', epoch: 'abcd2345', arm: 1, goal, ...more });

  test('of code counts once for each browser and epoch, also when it is called early; an unknown one never', async () => {
    const stage = open(enrolled(1));
    const proofbell = await start(stage);
    proofbell.goal('call', { value: 12.5 });
    proofbell.goal('call');
    for (const key of ['paid', 'other', 'constructor', '__proto__', '']) proofbell.goal(key);
    await pass(1);
    expect(told(stage)).toEqual([reached('call', { value: 12.5 })]);
    expect(keptIn(stage)).toEqual(enrolled(1, { goals: { call: 1 } }));
    proofbell.destroy();
    (await run(stage)).goal('call');
    await pass(1);
    expect(told(stage)).toHaveLength(1);
  });

  test.each([Number.NaN, -1, Infinity, 1e13, '5', null, Symbol('x'), {}])(
    'counts without a value that is none: %s',
    async (value) => {
      const stage = open(enrolled(1));
      const proofbell = await run(stage);
      proofbell.goal('call', { value: value as number });
      await pass(1);
      expect(told(stage)).toEqual([reached('call')]);
    },
  );

  test('counts only of a browser that is enrolled', async () => {
    const stage = open();
    const proofbell = await run(stage);
    proofbell.goal('call');
    click(stage, 'call');
    await pass(1);
    expect([told(stage), screen.loaded]).toEqual([[], []]);
  });

  test('of an element counts with a click on it, from the notification on', async () => {
    draw(99);
    const stage = open();
    await run(stage);
    await pass(6);
    click(stage);
    click(stage, 'paid');
    click(stage, 'call');
    click(stage, 'call');
    expect(told(stage)).toEqual([enrolment(1), reached('call')]);
  });

  test('of a page counts on the next one, not on that of the enrolment; where its address changes or it is loaded', async () => {
    draw(99);
    const stage = open(undefined, { payload: measured({ goals }), href: `${SHOP}thanks` });
    const proofbell = await run(stage);
    await pass(20);
    expect(told(stage)).toEqual([enrolment(1)]);
    stage.visit(`${SHOP}desk`);
    stage.visit(`${SHOP}thanks?order=1`);
    stage.visit(`${SHOP}desk`);
    stage.visit(`${SHOP}thanks`);
    expect(told(stage)).toEqual([enrolment(1), reached('paid')]);
    proofbell.destroy();
    const other = open(enrolled(1), { payload: measured({ goals }), href: `${SHOP}thanks` });
    await run(other);
    expect(told(other)).toEqual([reached('paid')]);
    // For a goal alone no pages are counted, and it isn't remembered where the visit came from.
    expect(Object.keys(memoryOf(other)).sort()).toEqual(['at', 'closed', 'count', 'seen', 'visits']);
  });

  test('counts for seven days; after that, or once the clock was set back, never again', async () => {
    for (const [days, isIn] of [
      [7, true],
      [8, false],
      [-2, false],
    ] as const) {
      const stage = open(enrolled(1, { day: today - days }));
      const proofbell = await run(stage);
      expect(proofbell.arm()).toBe(isIn ? 'pb-abcd2345-1' : '');
      proofbell.goal('call');
      await pass(1);
      expect(told(stage)).toHaveLength(isIn ? 1 : 0);
      // Its arm stays.
      await pass(6);
      expect(screen.shown).toEqual(['a']);
      vi.setSystemTime(Date.now() - 3 * DAY * 1_000);
      if (!isIn) expect(proofbell.arm()).toBe('');
      expect(keptIn(stage).arm).toBe(1);
      proofbell.destroy();
      vi.setSystemTime(Date.parse('2026-05-01T12:00:00Z'));
    }
  });

  test('that can’t be marked doesn’t count: it would count again', async () => {
    const stage = open(enrolled(1));
    const proofbell = await run(stage);
    stage.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    proofbell.goal('call');
    await pass(1);
    expect(told(stage)).toEqual([]);
  });
});
