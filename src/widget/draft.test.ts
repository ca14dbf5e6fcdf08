// The widget with an inspection link that has draft settings.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CompactPayload } from '#shared/embed/payload.ts';
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

const href = 'https://shop.example/#proofbell=a.b-c_d';
const VISITOR = 'proofbell:s:visitor';
/** For the inspector, which tells of every notification's. */
const CONDITIONS = 'https://proofbell.test/widget-conditions.js';

/** Shows 'a' after two seconds, unlike what visitors get. */
function draftWith(style = '.region{color:red}'): CompactPayload {
  const payload = payloadWith([notification('a')]);
  const { behavior } = payload.widget;
  const timing = { ...behavior?.timing, initialDelay: 2 };
  return { ...payload, isDraft: true, widget: { ...payload.widget, style, behavior: { timing } } };
}

const stageWithDraft = (attributes: Record<string, string> = {}) => makeStage({ href, attributes, link: draftWith() });

describe('an inspection link with draft settings', () => {
  test('they apply from the first moment, timing included, and the public payload is never asked for', async () => {
    const stage = stageWithDraft();
    await run(stage);
    await pass(1.9);
    expect(screen.shown).toEqual([]);
    await pass(0.2);
    expect([screen.shown, screen.style]).toEqual([['a'], '.region{color:red}']);
    expect(stage.requests).toEqual([`POST ${PAYLOAD_URL}/draft`]);
    expect(screen.loaded).toEqual(['https://proofbell.test/widget-inspector.js', CONDITIONS]);
  });

  test('the token is in the body alone, in a request without headers that no cache answers', async () => {
    const stage = stageWithDraft();
    await run(stage);
    const [url, init] = stage.fetch.mock.calls[0] ?? [];
    expect([url, init?.method, init?.body]).toEqual([`${PAYLOAD_URL}/draft?v=2&l=en`, 'POST', '{"token":"a.b-c_d"}']);
    expect(init?.headers).toBeUndefined();
    expect(init?.credentials).toBe('omit');
  });

  test('nothing is counted, and the visitor’s memory is neither read nor changed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const stage = stageWithDraft();
    const remembered = JSON.stringify({ visits: 3, closed: { a: Date.now() + 60_000 } });
    stage.items.set(VISITOR, remembered);
    stage.items.set('proofbell:s:payload', 'the last one');
    const proofbell = await run(stage);
    await pass(4);
    expect(screen.shown).toEqual(['a']);
    screen.close?.();
    stage.visit('https://shop.example/next');
    stage.hide(true);
    await pass(60);
    proofbell.destroy();
    expect(stage.storageCalls).toEqual([]);
    expect([...stage.items.values()]).toEqual([remembered, 'the last one']);
    expect([stage.events, stage.requests]).toEqual([[], [`POST ${PAYLOAD_URL}/draft`]]);
  });

  test('a notification that was closed stays closed on this page', async () => {
    await run(stageWithDraft());
    await pass(3);
    screen.close?.();
    await pass(120);
    expect(screen.shown).toEqual([]);
  });

  test('consent is waited for; without it the link alone is checked', async () => {
    const stage = stageWithDraft({ 'data-consent': 'required' });
    const proofbell = await run(stage);
    await pass(60);
    expect([stage.requests, screen.shown]).toEqual([[`POST ${PAYLOAD_URL}/draft`], []]);
    proofbell.consent(true);
    await pass(2.1);
    expect([stage.requests, screen.style]).toEqual([[`POST ${PAYLOAD_URL}/draft`], '.region{color:red}']);
  });

  test('withdrawn consent deletes what earlier visits stored; renewed, it shows the draft again', async () => {
    const stage = stageWithDraft();
    stage.items.set(VISITOR, '{}');
    stage.items.set('other', '1');
    const proofbell = await run(stage);
    await pass(3);
    proofbell.consent(false);
    expect([[...stage.items.keys()], screen.shown]).toEqual([['other'], []]);
    proofbell.consent(true);
    await pass(2.1);
    expect(screen.shown).toEqual(['a']);
    expect([...stage.items.keys()]).toEqual(['other']);
    proofbell.destroy();
    stage.items.set(VISITOR, '{}');
    proofbell.consent(false);
    expect([...stage.items.keys()]).toEqual(['other']);
  });

  const FAILURES: [string, () => Promise<Response>][] = [
    ['is not valid', async () => new Response(null, { status: 204 })],
    ['cannot be checked', async () => new Response('{"code":"unavailable"}', { status: 503 })],
    ['is not answered', () => Promise.reject(new TypeError('Failed to fetch'))],
  ];
  describe.each([{}, { 'data-debug': '' }])('with the attributes %j', (attributes) => {
    test.each(FAILURES)('a link that %s leaves everything as for other visitors', async (_what, answer) => {
      const payload = payloadWith([notification('a')]);
      const stage = makeStage({
        href,
        attributes,
        backend: async (url) => (url.includes('/draft') ? answer() : new Response(JSON.stringify(payload))),
      });
      await run(stage);
      await pass(8);
      expect([screen.shown, screen.style]).toEqual([['a'], '.region{}']);
      expect(memoryOf(stage)).toMatchObject({ visits: 1, count: 1 });
      stage.hide(true);
      expect(stage.events).toMatchObject([{ type: 'display', notificationId: 'a' }]);
      const isDebug = Object.keys(attributes).length > 0;
      expect(screen.loaded.filter((address) => address !== CONDITIONS)).toHaveLength(isDebug ? 1 : 0);
      expect(screen.loaded.includes(CONDITIONS)).toBe(isDebug);
    });
  });
});
