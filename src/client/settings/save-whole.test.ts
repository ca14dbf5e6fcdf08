// Saving several settings as a whole, as an import does: all of them or none, whatever happens meanwhile.
import { describe, expect, test } from 'vitest';
import { noAnswer, openSettings, serverError } from '#tests/support/stored-settings.ts';
import { DEFAULT_SETTINGS, valuesAt, withChanges } from './paths.ts';
import { createWidgetSettings } from './widget-settings.ts';

const PRIMARY = 'appearance.brandColors.primaryColor';
const DELAY = 'behavior.timing.initialDelay';
const ORDER = 'behavior.queue.order';

describe('a whole', () => {
  const changes = { 'appearance.customCSS': 'url(x)', [DELAY]: 9 } as const;

  test('is saved in one request, and is one step', async () => {
    const { settings: stored, sent } = openSettings();
    const settings = createWidgetSettings(stored);
    expect(await settings.saveWhole(changes)).toBeNull();
    expect(sent).toEqual([{ appearance: { customCSS: 'url(x)' }, behavior: { timing: { initialDelay: 9 } } }]);
    settings.undo();
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
  });

  test('changes nothing if the server refuses a part of it, and leaves other changes alone', async () => {
    const { settings: stored, sent, failNext, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.change({ [PRIMARY]: '#123456' });
    await settings.saveNow();
    const before = settings.settings();
    failNext(serverError(400, [{ field: 'settings.appearance.customCSS', message: 'url() is not allowed' }]));
    expect(await settings.saveWhole(changes)).toMatchObject({
      issues: [{ path: 'appearance.customCSS', issue: { place: '', message: 'url() is not allowed' } }],
    });
    await pass(60_000);
    expect(sent).toHaveLength(2);
    expect(settings.settings()).toEqual(before);
    expect(settings.canRedo()).toBe(false);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  // Only another save makes sure of what the server has, unless it has said that it didn't take this one.
  test.each([
    { when: 'without an answer', error: noAnswer(), arrives: false, saves: 2 },
    { when: 'without an answer, although it arrived', error: noAnswer(), arrives: true, saves: 2 },
    { when: 'when the server fails', error: serverError(503), arrives: false, saves: 2 },
    { when: 'when the server fails, although it arrived', error: serverError(503), arrives: true, saves: 2 },
    { when: 'when the server rejects it', error: serverError(403), arrives: false, saves: 1 },
  ])('changes nothing $when', async ({ error, arrives, saves }) => {
    const { settings: stored, sent, server, failNext, loseNext, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    if (arrives) loseNext(error);
    else failNext(error);
    expect((await settings.saveWhole(changes))?.message).toEqual(expect.any(String));
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
    await pass(60_000);
    expect(sent).toHaveLength(saves);
    expect(server()).toEqual(DEFAULT_SETTINGS);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
    expect(settings.canUndo()).toBe(false);
  });

  test('that was already chosen, but not saved yet, takes back nothing else when saving fails again', async () => {
    const { settings: stored, server, failNext, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.change({ [ORDER]: 'custom' });
    settings.change({ [PRIMARY]: '#123456' });
    failNext(noAnswer(), noAnswer());
    expect((await settings.saveWhole({ [ORDER]: 'custom' }))?.message).toEqual(expect.any(String));
    await pass(60_000);
    expect(valuesAt(server(), [ORDER, PRIMARY])).toEqual({ [ORDER]: 'custom', [PRIMARY]: '#123456' });
  });

  test('that was saved before is not called refused because something else is', async () => {
    const { settings: stored, failNext } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.change({ [ORDER]: 'custom' });
    await settings.saveNow();
    settings.change({ [PRIMARY]: '#123456' });
    failNext(noAnswer(), noAnswer());
    expect(await settings.saveWhole({ [ORDER]: 'custom' })).toBeNull();
  });

  test('that fails leaves what was changed meanwhile, of other settings and of its own', async () => {
    const { settings: stored, server, hangNext, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    const end = hangNext(noAnswer());
    const saving = settings.saveWhole({ [ORDER]: 'custom', [DELAY]: 9 });
    await pass(10);
    settings.change({ [PRIMARY]: '#123456' });
    settings.change({ [DELAY]: 7 });
    end();
    expect((await saving)?.message).toEqual(expect.any(String));
    await pass(60_000);
    const PATHS = [ORDER, DELAY, PRIMARY] as const;
    expect(valuesAt(server(), PATHS)).toEqual({ [ORDER]: 'newest', [DELAY]: 7, [PRIMARY]: '#123456' });
    // Undo never returns to a value that was taken back.
    settings.undo();
    expect(valuesAt(settings.settings(), PATHS)).toEqual({ [ORDER]: 'newest', [DELAY]: 5, [PRIMARY]: '#123456' });
    settings.undo();
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
    expect(settings.canUndo()).toBe(false);
  });

  test.each(['before it', 'after it'])(
    'is a step of its own, also if the same setting was changed right %s',
    async (when) => {
      const { settings: stored, hangNext, pass } = openSettings();
      const settings = createWidgetSettings(stored);
      const change = (value: number) => settings.change({ [DELAY]: value });
      if (when === 'before it') change(7);
      await settings.saveNow();
      const end = hangNext(serverError(403));
      // Back to where the step before it started.
      const saving = settings.saveWhole({ [DELAY]: when === 'before it' ? 5 : 9 });
      await pass(10);
      if (when === 'after it') change(7);
      end();
      await saving;
      expect(settings.settings().behavior.timing.initialDelay).toBe(7);
      settings.undo();
      expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
    },
  );

  test.each([
    ['undone', 0],
    ['undone and redone', 1],
  ])('that was %s while it was being saved takes back no other step when that fails', async (_what, redos) => {
    const { settings: stored, server, hangNext, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.change({ [PRIMARY]: '#123456' });
    await settings.saveNow();
    const end = hangNext(noAnswer());
    const saving = settings.saveWhole(changes);
    await pass(10);
    settings.undo();
    for (let i = 0; i < redos; i++) settings.redo();
    end();
    expect((await saving)?.message).toEqual(expect.any(String));
    await pass(60_000);
    expect(server()).toEqual(withChanges(DEFAULT_SETTINGS, { [PRIMARY]: '#123456' }));
    expect(settings.canRedo()).toBe(false);
    settings.undo();
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
  });

  test('that was undone while it was being saved is not taken', async () => {
    const { settings: stored, server, hangNext, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    const end = hangNext(null);
    const saving = settings.saveWhole(changes);
    await pass(10);
    settings.undo();
    end();
    expect((await saving)?.message).toEqual(expect.any(String));
    await pass(60_000);
    expect(server()).toEqual(DEFAULT_SETTINGS);
  });

  test('is not taken while a refused setting of another change held up its save', async () => {
    const { settings: stored, server, failNext, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.change({ [PRIMARY]: '#12' });
    failNext(noAnswer(), serverError(400, [{ field: `settings.${PRIMARY}`, message: 'Enter a color' }]));
    expect((await settings.saveWhole(changes))?.message).toEqual(expect.any(String));
    await pass(60_000);
    expect(server()).toEqual(DEFAULT_SETTINGS);
    expect(settings.state(PRIMARY)).toMatchObject({ value: '#12', error: 'Enter a color' });
  });

  test('with a part that is known to be too long changes nothing and sends nothing', async () => {
    const { settings: stored, sent, server, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    const customCSS = `/* ${'ж'.repeat(2_100)} */`;
    expect(await settings.saveWhole({ 'appearance.customCSS': customCSS, [PRIMARY]: '#123456' })).toMatchObject({
      issues: [{ path: 'appearance.customCSS', issue: { message: expect.stringContaining('bytes too long') } }],
    });
    await pass(60_000);
    expect(sent).toEqual([]);
    expect(server()).toEqual(DEFAULT_SETTINGS);
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
  });

  test.each([
    ['', 0],
    [', also if it was undone first', 1],
  ])(
    'that fails leaves what waits to be settled, and claims no setting that the owner never set%s',
    async (_also, undos) => {
      const earlier = openSettings();
      earlier.settings.change({ [DELAY]: 9 });
      earlier.settings.stop();
      const server = withChanges(DEFAULT_SETTINGS, { [DELAY]: 30 });
      const { settings: stored, hangNext, pass } = openSettings({ stored: earlier.stored, server });
      const settings = createWidgetSettings(stored);
      const kept = new Map(earlier.stored);
      const end = hangNext(serverError(403));
      const saving = settings.saveWhole({ [DELAY]: 12, [PRIMARY]: '#123456' });
      await pass(10);
      for (let i = 0; i < undos; i++) settings.undo();
      end();
      await saving;
      expect(settings.overtaken()).toEqual({ [DELAY]: 9 });
      expect(earlier.stored).toEqual(kept);
      settings.receive({ settings: withChanges(server, { [PRIMARY]: '#654321' }), revision: 9 });
      expect(settings.overtaken()).toEqual({ [DELAY]: 9 });
    },
  );

  test('that fails returns to what was set elsewhere meanwhile', async () => {
    const { settings: stored, hangNext, pass, sent } = openSettings();
    const settings = createWidgetSettings(stored);
    const end = hangNext(serverError(403));
    const saving = settings.saveWhole({ [ORDER]: 'custom' });
    await pass(10);
    settings.receive({ settings: withChanges(DEFAULT_SETTINGS, { [ORDER]: 'random' }), revision: 9 });
    end();
    await saving;
    await pass(60_000);
    expect(sent).toHaveLength(1);
    expect(settings.settings().behavior.queue.order).toBe('random');
  });
});
