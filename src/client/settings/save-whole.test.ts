// Saving several settings as a whole, as an import does: all of them or none, whatever happens meanwhile.
import { expect, test } from 'vitest';
import { noAnswer, openSettings, serverError } from '#tests/support/stored-settings.ts';
import { DEFAULT_SETTINGS, valuesAt, withChanges } from './paths.ts';

const PRIMARY = 'appearance.brandColors.primaryColor';
const DELAY = 'behavior.timing.initialDelay';
const ORDER = 'behavior.queue.order';
const PATHS = [ORDER, DELAY, PRIMARY] as const;
const changes = { 'appearance.customCSS': 'url(x)', [DELAY]: 9 } as const;

test('a whole is saved in one request, and is a step of its own', async () => {
  const { settings, sent } = openSettings();
  settings.change({ [DELAY]: 7 });
  await settings.saveWhole(changes);
  expect(sent.at(-1)).toEqual({ appearance: { customCSS: 'url(x)' }, behavior: { timing: { initialDelay: 9 } } });
  settings.change({ [DELAY]: 8 });
  settings.undo();
  expect(valuesAt(settings.settings(), [DELAY])).toEqual({ [DELAY]: 9 });
  settings.undo();
  expect(valuesAt(settings.settings(), [DELAY])).toEqual({ [DELAY]: 7 });
  settings.undo();
  expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
});

test('a whole that is refused changes nothing, and leaves other changes alone', async () => {
  const { settings, sent, failNext, pass } = openSettings();
  settings.change({ [PRIMARY]: '#123456' });
  await settings.saveNow();
  const before = settings.settings();
  const refusal = serverError(400, [{ field: 'settings.appearance.customCSS', message: 'url() is not allowed' }]);
  failNext(refusal);
  await expect(settings.saveWhole(changes)).rejects.toBe(refusal);
  await pass(60_000);
  expect(sent).toHaveLength(2);
  expect(settings.settings()).toEqual(before);
  expect(settings.saveState()).toEqual({ kind: 'saved' });
});

// Only another save makes sure of what the server has, unless it has said that it didn't take this one.
test.each([
  { when: 'without an answer', error: noAnswer(), arrives: false, saves: 2 },
  { when: 'without an answer, although it arrived', error: noAnswer(), arrives: true, saves: 2 },
  { when: 'when the server fails', error: serverError(503), arrives: false, saves: 2 },
  { when: 'when the server fails, although it arrived', error: serverError(503), arrives: true, saves: 2 },
  { when: 'when the server rejects it', error: serverError(403), arrives: false, saves: 1 },
])('a whole changes nothing $when', async ({ error, arrives, saves }) => {
  const { settings, sent, server, failNext, loseNext, pass } = openSettings();
  if (arrives) loseNext(error);
  else failNext(error);
  await expect(settings.saveWhole(changes)).rejects.toBe(error);
  expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
  await pass(60_000);
  expect(sent).toHaveLength(saves);
  expect(server()).toEqual(DEFAULT_SETTINGS);
  expect(settings.saveState()).toEqual({ kind: 'saved' });
  expect(settings.canUndo()).toBe(false);
});

test('a whole that was already chosen, but not saved yet, loses nothing when saving fails again', async () => {
  const { settings, server, failNext, pass } = openSettings();
  settings.change({ [ORDER]: 'custom' });
  settings.change({ [PRIMARY]: '#123456' });
  failNext(noAnswer(), noAnswer());
  await expect(settings.saveWhole({ [ORDER]: 'custom' })).rejects.toThrow();
  await pass(60_000);
  expect(valuesAt(server(), [ORDER, PRIMARY])).toEqual({ [ORDER]: 'custom', [PRIMARY]: '#123456' });
});

test('what was set while a whole was being saved stays, and so does what another tab made of it', async () => {
  const { settings, server, hangNext, pass } = openSettings();
  const end = hangNext(noAnswer());
  const saving = expect(settings.saveWhole({ [ORDER]: 'custom', [DELAY]: 9 })).rejects.toThrow();
  await pass(10);
  settings.change({ [PRIMARY]: '#123456' });
  settings.change({ [DELAY]: 7 });
  end();
  await saving;
  await pass(60_000);
  expect(valuesAt(server(), PATHS)).toEqual({ [ORDER]: 'newest', [DELAY]: 7, [PRIMARY]: '#123456' });

  const refused = hangNext(serverError(403));
  const again = expect(settings.saveWhole({ [ORDER]: 'custom' })).rejects.toThrow();
  await pass(10);
  settings.receive({ settings: withChanges(server(), { [ORDER]: 'random' }), revision: 99 });
  refused();
  await again;
  expect(valuesAt(settings.settings(), [ORDER])).toEqual({ [ORDER]: 'random' });
});

test('a setting whose value was refused takes that of a whole', async () => {
  const { settings, server, failNext, pass } = openSettings();
  failNext(serverError(400, [{ field: `settings.${PRIMARY}`, message: 'Enter a color' }]));
  settings.change({ [PRIMARY]: '#12' });
  await pass(1_000);
  await settings.saveWhole({ [PRIMARY]: '#123456' });
  expect(settings.state(PRIMARY)).toMatchObject({ value: '#123456', error: undefined });
  expect(valuesAt(server(), [PRIMARY])).toEqual({ [PRIMARY]: '#123456' });
});

test('a whole replaces a pending value, also by what the server has, and is retried by nothing', async () => {
  const { settings, server, failNext, pass } = openSettings();
  failNext(noAnswer());
  settings.change({ [DELAY]: 9 });
  await settings.saveNow();
  failNext(noAnswer());
  settings.change({ [PRIMARY]: '#12' });
  const first = DEFAULT_SETTINGS.behavior.timing.initialDelay;
  await settings.saveWhole({ [DELAY]: first });
  expect(valuesAt(settings.settings(), [DELAY])).toEqual({ [DELAY]: first });
  await pass(60_000);
  expect(valuesAt(server(), [DELAY])).toEqual({ [DELAY]: first });
  settings.undo();
  expect(valuesAt(settings.settings(), [DELAY])).toEqual({ [DELAY]: 9 });
});

test('a whole that fails leaves what waits to be settled, and claims no setting that the owner never set', async () => {
  const earlier = openSettings();
  earlier.settings.change({ [DELAY]: 9 });
  earlier.settings.stop();
  const server = withChanges(DEFAULT_SETTINGS, { [DELAY]: 30 });
  const { settings, failNext } = openSettings({ stored: earlier.stored, server });
  const kept = new Map(earlier.stored);
  failNext(serverError(403));
  await expect(settings.saveWhole({ [DELAY]: 12, [PRIMARY]: '#123456' })).rejects.toThrow();
  expect(settings.overtaken()).toEqual({ [DELAY]: 9 });
  expect(earlier.stored).toEqual(kept);
  settings.receive({ settings: withChanges(server, { [PRIMARY]: '#654321' }), revision: 9 });
  expect(settings.overtaken()).toEqual({ [DELAY]: 9 });
});
