import { describe, expect, test } from 'vitest';
import type { Template } from '#shared/contract/template.ts';
import { openSettings } from '#tests/support/stored-settings.ts';
import { DEFAULT_SETTINGS } from './paths.ts';
import { createWidgetSettings } from './widget-settings.ts';

const PRIMARY = 'appearance.brandColors.primaryColor';
const DELAY = 'behavior.timing.initialDelay';

describe('template mode', () => {
  const customization = { brandColors: { primaryColor: '#abcdef' } };
  const template: Template = {
    id: 't',
    name: 'Low stock',
    category: 'low-stock',
    status: 'active',
    type: 'low-stock',
    settings: { message: 'Few left' },
    customization,
    displayRules: {},
    isBuiltIn: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };

  test('shows what the template sets first and the rest from global, read-only, and saves nothing [spec 4.preview] [spec 4.auto-save]', async () => {
    const { settings: stored, sent, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.change({ [DELAY]: 9 });
    settings.preview(template);
    expect(sent).toHaveLength(1);
    expect(settings.isReadOnly()).toBe(true);
    expect(settings.state(PRIMARY)).toMatchObject({ value: '#abcdef', origin: 'template' });
    expect(settings.state(DELAY)).toMatchObject({ value: 9, origin: 'global' });
    expect(settings.state('appearance.brandColors.textColor').origin).toBe('default');
    settings.change({ [PRIMARY]: '#000000' });
    settings.undo();
    await pass(5_000);
    expect(sent).toHaveLength(1);
    settings.preview(null);
    expect(settings.settings().appearance).toEqual(DEFAULT_SETTINGS.appearance);
    expect(settings.settings().behavior.timing.initialDelay).toBe(9);
  });

  test('can be copied into global as one step', async () => {
    const { settings: stored, sent, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.preview(template);
    settings.adoptPreviewed();
    expect(settings.previewed()).toBeNull();
    await pass(1_000);
    expect(sent).toEqual([{ appearance: customization }]);
    settings.undo();
    expect(settings.settings()).toEqual(DEFAULT_SETTINGS);
  });
});
