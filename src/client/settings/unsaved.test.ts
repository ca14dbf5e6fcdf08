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
