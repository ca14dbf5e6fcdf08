// The widget with the payload of the home page's example: it shows it, and says and keeps nothing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  enterStage,
  leaveStage,
  makeStage,
  notification,
  PAYLOAD_URL,
  pass,
  payloadWith,
  run,
  screen,
} from '#tests/support/widget-stage.ts';

beforeEach(() => enterStage());
afterEach(leaveStage);

const makeExample = () => makeStage({ payload: { ...payloadWith([notification('a')]), isExample: true } });

test('an example is shown, and of displays, dismissals and its cost nothing is reported or stored', async () => {
  // One of the loads that would report their cost.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const stage = makeExample();
  const proofbell = await run(stage);
  await pass(6.5);
  expect(screen.shown).toEqual(['a']);
  screen.close?.();
  stage.hide(true);
  await pass(60);
  proofbell.destroy();
  expect(stage.requests).toEqual([`GET ${PAYLOAD_URL}`]);
  expect([stage.events, [...stage.items.keys()], screen.loaded]).toEqual([[], [], []]);
});

test('an example that was closed stays closed on this page', async () => {
  await run(makeExample());
  await pass(6);
  screen.close?.();
  await pass(120);
  expect(screen.shown).toEqual([]);
});

test('the page can ask what the widget has cost so far, and it grows as the widget works', async () => {
  let clock = 0;
  vi.stubGlobal('performance', { ...performance, now: () => clock++ });
  const proofbell = await run(makeExample());
  const before = proofbell.cost();
  await pass(6);
  expect(proofbell.cost()).toBeGreaterThan(before);
});
