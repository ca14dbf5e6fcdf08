import { describe, expect, test } from 'vitest';
import type { Template } from '#shared/contract/template.ts';
import { openSettings, serverError } from '#tests/support/stored-settings.ts';
import { DEFAULT_SETTINGS, withChanges } from './paths.ts';
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

  test('shows what the template sets first and the rest from global, read-only, and saves nothing [spec 4.preview.2 4.auto-save.1]', async () => {
    const { settings: stored, sent, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    settings.change({ [DELAY]: 9 });
    settings.preview(template);
    expect(sent).toHaveLength(1);
    expect(settings.isReadOnly()).toBe(true);
    expect(settings.state(PRIMARY)).toMatchObject({ value: '#abcdef', origin: 'template' });
    expect(settings.state(DELAY)).toMatchObject({ value: 9, origin: 'global' });
    expect(settings.state('appearance.brandColors.textColor')).toMatchObject({ isChanged: false, origin: 'global' });
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

  test('a template without conditions leaves the rules to the owner', async () => {
    const { settings: stored, sent, pass } = openSettings();
    const settings = createWidgetSettings(stored);
    const conditions = [{ type: 'exit' as const, operator: 'happened' as const }];
    settings.change({ 'rules.match': 'any', 'rules.conditions': conditions });
    await pass(1_000);
    settings.preview({ ...template, displayRules: { match: 'all', conditions: [] } });
    expect(settings.state('rules.conditions')).toMatchObject({ value: conditions, origin: 'global' });
    expect(settings.state('rules.match')).toMatchObject({ value: 'any', origin: 'global' });
    settings.adoptPreviewed();
    await pass(1_000);
    expect(sent.at(-1)).toEqual({ appearance: customization });
  });

  test("shows neither why the owner's value is refused in place of the template's, nor what waits to be settled", async () => {
    const earlier = openSettings();
    earlier.settings.change({ [DELAY]: 9 });
    earlier.settings.stop();
    const server = withChanges(DEFAULT_SETTINGS, { [DELAY]: 30 });
    const { settings: stored, sent, failNext, pass } = openSettings({ stored: earlier.stored, server });
    const settings = createWidgetSettings(stored);
    failNext(serverError(400, [{ field: `settings.${PRIMARY}`, message: 'Enter a color' }]));
    settings.change({ [PRIMARY]: '#12' });
    await pass(1_000);
    settings.preview(template);
    expect(settings.state(PRIMARY)).toMatchObject({ value: '#abcdef', error: undefined, issues: [] });
    expect(settings.overtaken()).toEqual({});
    settings.settleOvertaken('mine');
    await pass(1_000);
    expect(sent).toHaveLength(1);
    settings.preview(null);
    expect(settings.state(PRIMARY)).toMatchObject({ value: '#12', error: 'Enter a color' });
    expect(settings.overtaken()).toEqual({ [DELAY]: 9 });
  });
});
