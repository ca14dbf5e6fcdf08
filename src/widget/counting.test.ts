// What the widget reports to its backend: displays and interactions, and what it cost the page.
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
  type Stage,
  screen,
} from '#tests/support/widget-stage.ts';

beforeEach(() => enterStage());
afterEach(leaveStage);

describe('counting', () => {
  test('a display is reported once, after a second', async () => {
    const stage = makeStage();
    await run(stage);
    await pass(8);
    expect(stage.events).toEqual([{ type: 'display', notificationId: 'a', page: '/', device: 'desktop' }]);
  });

  test('an owner following an inspection link is not counted as a visitor', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const href = 'https://shop.example/#proofbell=abc';
    const stage = makeStage({ href, link: '' });
    await run(stage);
    await pass(8);
    expect(screen.shown).toEqual(['a']);
    screen.close?.();
    stage.hide(true);
    await pass(8);
    expect(stage.requests).toEqual([`POST ${PAYLOAD_URL}/draft`, `GET ${PAYLOAD_URL}`]);
    expect(screen.loaded).toContain('https://proofbell.test/widget-inspector.js');
  });

  test.each([
    ['says no', async () => new Response(null, { status: 204 })],
    ['fails', async () => new Response('{}', { status: 503 })],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('a made-up link is a visit like any other, also if the server %s', async (_what, answer) => {
    const payload = payloadWith([notification('a')]);
    const stage = makeStage({
      href: 'https://shop.example/#proofbell=abc',
      backend: async (url, { body }) => {
        if (url.includes('/draft')) return answer();
        return body ? new Response(null, { status: 204 }) : new Response(JSON.stringify(payload));
      },
    });
    await run(stage);
    await pass(8);
    expect(stage.events.map(({ type }) => type)).toEqual(['display']);
    expect(screen.loaded).toEqual([]);
  });

  test('in a tab opened in the background, the delay has not started and nothing is counted', async () => {
    const stage = makeStage();
    stage.document.hidden = true;
    const { payload } = stage;
    stage.fetch.mockImplementationOnce(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return new Response(JSON.stringify(payload));
    });
    await run(stage);
    await pass(600);
    expect([screen.shown, stage.events]).toEqual([[], []]);
    stage.hide(false);
    await pass(4.9);
    expect(screen.shown).toEqual([]);
    await pass(0.2);
    expect(screen.shown).toEqual(['a']);
  });

  test('a prerendered page joins the visit and starts its clock only when the visitor arrives', async () => {
    const afterAMinute: Rules = { match: 'all', conditions: [{ type: 'time', operator: 'at-least', value: 60 }] };
    const stage = makeStage({ payload: payloadWith([notification('a', afterAMinute)]) });
    stage.document.hidden = true;
    await run(stage);
    await pass(600);
    expect(memoryOf(stage)).toBe(null);
    stage.hide(false);
    expect(memoryOf(stage)).toMatchObject({ visits: 1, pages: 1 });
    await pass(59);
    expect(screen.shown).toEqual([]);
    // Switching tabs and back is not an arrival.
    stage.hide(true);
    stage.hide(false);
    expect(memoryOf(stage).pages).toBe(1);
    await pass(2);
    expect(screen.shown).toEqual(['a']);
  });

  test('a page restored from the back-forward cache continues without being counted again', async () => {
    const stage = makeStage();
    await run(stage);
    await pass(7);
    stage.window.dispatchEvent(new Event('pagehide'));
    stage.hide(true);
    await pass(60);
    stage.document.hidden = false;
    stage.window.dispatchEvent(new Event('pageshow'));
    await pass(5.9);
    expect(screen.shown).toEqual(['a']);
    await pass(0.2);
    expect(screen.shown).toEqual([]);
    expect(stage.events).toHaveLength(1);
  });

  test.each([
    ['refused', async () => new Response('{"code":"busy"}', { status: 503, headers: { 'retry-after': '1' } })],
    ['forbidden', async () => new Response('{}', { status: 403 })],
    ['not answered at all', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('an interaction that is %s is not sent again', async (_what, answer) => {
    const payload = JSON.stringify(payloadWith([notification('a')]));
    const stage = makeStage({ backend: async (_url, { body }) => (body ? answer() : new Response(payload)) });
    await run(stage);
    await pass(68);
    stage.hide(true);
    expect(stage.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  test('destroying the widget sends what is waiting', async () => {
    const stage = makeStage();
    const proofbell = await run(stage);
    await pass(5.5);
    screen.close?.();
    proofbell.destroy();
    expect(stage.events.map(({ type }) => type)).toEqual(['dismiss']);
  });
});

describe('the cost of a page load', () => {
  const costs = (stage: Stage) => stage.events.filter(({ type }) => type === 'cost');

  test('is reported by one load in a hundred, once, when the page is first left', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.0099);
    const stage = makeStage();
    stage.entries.push(
      { name: stage.tag.src, transferSize: 6_000 },
      { name: `${PAYLOAD_URL}?v=2&l=`, transferSize: 1_000 },
    );
    await run(stage);
    await pass(6.5);
    expect(costs(stage)).toEqual([]);
    stage.hide(true);
    stage.window.dispatchEvent(new Event('pagehide'));
    stage.hide(false);
    stage.hide(true);
    expect(costs(stage)).toEqual([{ type: 'cost', bytes: 7_000, requests: 2, time: expect.any(Number) }]);
    expect(screen.loaded).toEqual(['https://proofbell.test/widget-cost.js']);
    // Sent in the same request as the other events.
    expect(stage.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
    expect(stage.events).toHaveLength(2);
  });

  test('is not reported by other loads', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.01);
    const stage = makeStage({ payload: payloadWith([]) });
    await run(stage);
    stage.hide(true);
    expect(stage.requests).toEqual([`GET ${PAYLOAD_URL}`]);
    expect(screen.loaded).toEqual([]);
  });

  test('is not reported if the meter did not load in time, and nothing else changes', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const stage = makeStage();
    vi.doMock('#widget/parts.ts', () => ({ tokenIn: () => undefined, loadPart() {} }));
    const proofbell = await run(stage);
    await pass(6.5);
    stage.hide(true);
    proofbell.destroy();
    expect(stage.events.map(({ type }) => type)).toEqual(['display']);
  });
});
