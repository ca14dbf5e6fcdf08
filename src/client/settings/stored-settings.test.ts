import { describe, expect, test } from 'vitest';
import { noAnswer, openSettings, serverError } from '#tests/support/stored-settings.ts';
import { DEFAULT_SETTINGS, withChanges } from './paths.ts';

const PRIMARY = 'appearance.brandColors.primaryColor';
const DELAY = 'behavior.timing.initialDelay';
const CONDITIONS = 'rules.conditions';

describe('saving', () => {
  test('starts one second after the last change and sends only what changed [spec 4.auto-save.1 9.9]', async () => {
    const { settings, sent, pass } = openSettings();
    settings.change({ [PRIMARY]: '#111111' });
    await pass(600);
    settings.change({ [DELAY]: 9 });
    await pass(999);
    expect(sent).toEqual([]);
    expect(settings.saveState()).toEqual({ kind: 'saving' });
    await pass(1);
    expect(sent).toEqual([
      { appearance: { brandColors: { primaryColor: '#111111' } }, behavior: { timing: { initialDelay: 9 } } },
    ]);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('does not happen for a value that was changed back in time', async () => {
    const { settings, sent, pass } = openSettings();
    settings.change({ [DELAY]: 9 });
    settings.change({ [DELAY]: 5 });
    await pass(5_000);
    expect(sent).toEqual([]);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('keeps a refused value with its reasons, and saves the rest', async () => {
    const { settings, sent, failNext, pass } = openSettings();
    const condition = { type: 'page' as const, operator: 'is' as const, value: ['x'] };
    failNext(
      serverError(400, [
        { field: 'settings.rules.conditions.0.value.0', message: 'Must start with /' },
        { field: 'settings.rules.conditions', message: 'Too long' },
      ]),
    );
    settings.change({ [CONDITIONS]: [condition], [DELAY]: 9 });
    await pass(1_000);
    await pass(1_000);
    expect(sent.at(-1)).toEqual({ behavior: { timing: { initialDelay: 9 } } });
    expect(settings.saveState()).toEqual({ kind: 'refused', paths: [CONDITIONS] });
    expect(settings.state(CONDITIONS)).toMatchObject({
      value: [condition],
      error: 'Must start with /',
      issues: [
        { place: '0.value.0', message: 'Must start with /' },
        { place: '', message: 'Too long' },
      ],
    });
    settings.change({ [CONDITIONS]: [{ ...condition, value: ['/x'] }] });
    expect(settings.state(CONDITIONS).issues).toEqual([]);
    await pass(1_000);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('keeps what is known to be too long without sending it, in this browser, too, and saves the rest', async () => {
    const { settings, sent, stored, pass } = openSettings();
    const CSS = 'appearance.customCSS';
    const tooLong = 'é'.repeat(2_053);
    settings.change({ [CSS]: tooLong, [DELAY]: 9 });
    expect(settings.state(CSS)).toMatchObject({
      value: tooLong,
      error: '10 bytes too long: every visitor downloads it. Not saved.',
    });
    await pass(1_000);
    expect(sent).toEqual([{ behavior: { timing: { initialDelay: 9 } } }]);
    expect(settings.saveState()).toEqual({ kind: 'refused', paths: [CSS] });
    const { settings: next } = openSettings({ stored, server: withChanges(settings.settings(), { [CSS]: '' }) });
    expect(next.state(CSS)).toMatchObject({ value: tooLong });
    // Another tab saves one of its own.
    const theirs = withChanges(settings.settings(), { [CSS]: '.title {}' });
    settings.receive({ settings: theirs, revision: 9 });
    expect(settings.state(CSS).value).toBe(tooLong);
    settings.stop();
    const { settings: later } = openSettings({ stored, server: theirs });
    later.settleOvertaken('mine');
    expect(later.state(CSS)).toMatchObject({ value: tooLong, error: expect.stringContaining('10 bytes') });
    later.change({ [CSS]: 'a{}' });
    expect(later.state(CSS).error).toBeUndefined();
  });

  test('tries again by itself without an answer, ever more slowly, until it succeeds', async () => {
    const { settings, sent, failNext, pass } = openSettings();
    failNext(noAnswer(), serverError(503), serverError(429));
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    expect(settings.saveState()).toMatchObject({ kind: 'failed', isRetrying: true });
    await pass(2_000);
    await pass(3_999);
    expect(sent).toHaveLength(2);
    await pass(1);
    expect(sent).toHaveLength(3);
    await pass(8_000);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('does not repeat what the server rejects as a whole', async () => {
    const { settings, sent, failNext, pass } = openSettings();
    failNext(serverError(403));
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    await pass(60_000);
    expect(sent).toHaveLength(1);
    expect(settings.saveState()).toMatchObject({ kind: 'failed', message: 'No.', isRetrying: false });
    expect(settings.settings().behavior.timing.initialDelay).toBe(9);
    await settings.saveNow();
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test('says that the site is gone', async () => {
    const { settings, failNext, pass } = openSettings();
    failNext(serverError(404));
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    expect(settings.saveState()).toEqual({ kind: 'gone' });
  });

  test('leaves the same objects in place, so that nothing renders again', async () => {
    const { settings, pass } = openSettings();
    const conditions = [{ type: 'exit' as const, operator: 'happened' as const }];
    settings.change({ [CONDITIONS]: conditions });
    const before = settings.state(CONDITIONS);
    const other = settings.state(DELAY);
    await pass(1_000);
    expect(settings.state(CONDITIONS)).toBe(before);
    expect(settings.state(DELAY)).toBe(other);
  });
});

describe('undo and redo', () => {
  test('take back step by step; a drag is one step, a theme is one step', async () => {
    const { settings, sent, pass } = openSettings();
    for (const value of [6, 7, 8]) {
      settings.change({ [DELAY]: value });
      await pass(100);
    }
    settings.change({ [PRIMARY]: '#111111', 'appearance.brandColors.textColor': '#222222' });
    settings.undo();
    expect(settings.settings().appearance).toEqual(DEFAULT_SETTINGS.appearance);
    expect(settings.settings().behavior.timing.initialDelay).toBe(8);
    settings.undo();
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
    expect(settings.canUndo()).toBe(false);
    settings.redo();
    settings.redo();
    expect(settings.canRedo()).toBe(false);
    expect(settings.settings().appearance.brandColors).toMatchObject({
      primaryColor: '#111111',
      textColor: '#222222',
    });
    await pass(1_000);
    expect(sent).toHaveLength(1);
  });

  test('also take back what has been saved, and save that', async () => {
    const { settings, sent, pass } = openSettings();
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    settings.reset([DELAY]);
    settings.undo();
    await pass(1_000);
    settings.undo();
    await pass(1_000);
    expect(sent.at(-1)).toEqual({ behavior: { timing: { initialDelay: 5 } } });
  });
});

describe('leaving', () => {
  test('in the middle of a save sends what was changed meanwhile at once, and makes sure of it later', async () => {
    const { settings, sent, pass } = openSettings();
    settings.change({ [DELAY]: 9 });
    const saving = pass(1_000);
    settings.change({ [PRIMARY]: '#111111' });
    void settings.saveNow(true);
    expect(sent).toEqual([
      { behavior: { timing: { initialDelay: 9 } } },
      { appearance: { brandColors: { primaryColor: '#111111' } }, behavior: { timing: { initialDelay: 9 } } },
    ]);
    await saving;
    await pass(1_000);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
    expect(settings.settings()).toMatchObject({ appearance: { brandColors: { primaryColor: '#111111' } } });
  });

  test('while logged in waits for the save on its way, and for what was changed meanwhile', async () => {
    const { settings, sent, pass } = openSettings();
    settings.change({ [DELAY]: 9 });
    void pass(1_000);
    settings.change({ [PRIMARY]: '#111111' });
    await settings.saveNow();
    expect(sent).toHaveLength(2);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });

  test("sends nothing once the session has changed hands, even if a save was on its way: it isn't the next user's", async () => {
    const { settings, sent, failNext, pass } = openSettings();
    failNext(noAnswer());
    settings.change({ [DELAY]: 9 });
    const saving = pass(1_000);
    settings.stop();
    await saving;
    settings.change({ [PRIMARY]: '#111111' });
    await settings.saveNow();
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });

  test('a site that was said to be gone is not, once a save succeeds', async () => {
    const { settings, failNext, pass } = openSettings();
    failNext(serverError(404));
    settings.change({ [DELAY]: 9 });
    await pass(1_000);
    expect(settings.saveState()).toEqual({ kind: 'gone' });
    settings.change({ [DELAY]: 10 });
    await pass(1_000);
    expect(settings.saveState()).toEqual({ kind: 'saved' });
  });
});
