import { describe, expect, test } from 'vitest';
import { noAnswer, openSettings } from '#tests/support/stored-settings.ts';
import { DEFAULT_SETTINGS, withChanges } from './paths.ts';

const PRIMARY = 'appearance.brandColors.primaryColor';
const DELAY = 'behavior.timing.initialDelay';

describe('unsaved changes', () => {
  test('are kept in the browser and saved the next time', async () => {
    const first = openSettings();
    first.failNext(noAnswer());
    first.settings.change({ [DELAY]: 9 });
    await first.pass(1_000);
    first.settings.stop();

    const next = openSettings({ stored: first.stored });
    expect(next.settings.settings().behavior.timing.initialDelay).toBe(9);
    expect(next.settings.canUndo()).toBe(true);
    await next.pass(1_000);
    expect(next.sent).toEqual([{ behavior: { timing: { initialDelay: 9 } } }]);
    expect(next.stored.size).toBe(0);
  });

  test('do not replace what was saved elsewhere in the meantime; the owner decides', async () => {
    const first = openSettings();
    first.settings.change({ [DELAY]: 9, [PRIMARY]: '#111111' });
    first.settings.stop();
    const next = openSettings({ stored: first.stored, server: withChanges(DEFAULT_SETTINGS, { [DELAY]: 30 }) });
    expect(next.settings.settings().behavior.timing.initialDelay).toBe(30);
    expect(next.settings.overtaken()).toEqual({ [DELAY]: 9 });
    next.settings.settleOvertaken('mine');
    await next.pass(1_000);
    expect(next.sent).toEqual([
      { appearance: { brandColors: { primaryColor: '#111111' } }, behavior: { timing: { initialDelay: 9 } } },
    ]);
  });

  test('that were changed elsewhere meanwhile wait for the owner, however often the screen is opened', async () => {
    const server = withChanges(DEFAULT_SETTINGS, { [DELAY]: 30 });
    const first = openSettings();
    first.settings.change({ [DELAY]: 9 });
    first.settings.stop();
    const { stored } = first;
    for (let time = 0; time < 3; time++) {
      const next = openSettings({ stored, server });
      expect(next.settings.overtaken()).toEqual({ [DELAY]: 9 });
      next.settings.change({ [PRIMARY]: '#111111' });
      await next.pass(1_000);
      next.settings.stop();
    }
    // It isn't saved by itself either if the others go back to what it was to replace.
    const back = openSettings({ stored });
    expect(back.settings.settings().behavior.timing.initialDelay).toBe(5);
    back.settings.settleOvertaken('mine');
    await back.pass(1_000);
    expect(back.sent).toEqual([{ behavior: { timing: { initialDelay: 9 } } }]);
    expect(stored.size).toBe(0);
  });

  test('that the owner gives up are gone', () => {
    const first = openSettings();
    first.settings.change({ [DELAY]: 9 });
    first.settings.stop();
    const next = openSettings({ stored: first.stored, server: withChanges(DEFAULT_SETTINGS, { [DELAY]: 30 }) });
    next.settings.settleOvertaken('theirs');
    expect(next.stored.size).toBe(0);
  });

  test.each(['{', 'null', '[1]', '{"__proto__": {"to": 1}, "behavior.nothing": {"to": 1}}', '"x"'])(
    'that no version of the app wrote are ignored: %s',
    (text) => {
      const { settings } = openSettings({ stored: new Map([['k', text]]) });
      expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
      expect(settings.saveState()).toEqual({ kind: 'saved' });
    },
  );
});

test('changes are at risk only where the browser cannot keep them', () => {
  const { settings, stored } = openSettings({ stored: new BlockedMap() });
  expect(settings.isAtRisk()).toBe(false);
  settings.change({ [DELAY]: 9 });
  expect(settings.isAtRisk()).toBe(true);
  expect(stored.size).toBe(0);
});

class BlockedMap extends Map<string, string> {
  override set(): this {
    throw new Error('Quota exceeded');
  }
}
