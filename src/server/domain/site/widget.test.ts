// Widgets: settings saved as patches, also concurrently.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import type { SettingsPatch, Widget } from '#shared/contract/widget.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import type { VerifiedActor } from '../access.ts';
import { createSite, deleteSite } from './site.ts';
import { getWidget, getWidgetOfSite, listWidgets, saveSettings, updateWidget } from './widget.ts';

onBothDatabases('widgets', (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  let site: Site;
  let widget: Widget;
  let changed: string[];
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps, 'growth');
    site = await createSite(app.deps, owner, { name: 'Shop' });
    widget = await getWidgetOfSite(app.deps, owner, site.id);
    changed = [];
    app.deps.embedChanges = { changed: (siteId) => void changed.push(siteId) };
  });
  afterEach(() => app.stop());

  const save = (settings: SettingsPatch) => saveSettings(app.deps, owner, { id: widget.id, settings });
  const stored = async () => {
    const row = await app.deps.db.selectFrom('widgets').select('settings').executeTakeFirstOrThrow();
    return JSON.parse(row.settings);
  };

  it('store only what the owner changed, and return defaults for the rest', async () => {
    const defaults = { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES };
    expect(widget.settings).toEqual({ ...defaults, revision: 1 });
    expect(await stored()).toEqual({});
    const saved = await save({ behavior: { timing: { initialDelay: 9 } } });
    expect(await stored()).toEqual({ behavior: { timing: { initialDelay: 9 } } });
    expect(saved.settings.behavior.timing).toEqual({ ...DEFAULT_BEHAVIOR.timing, initialDelay: 9 });
    expect(saved.settings).toMatchObject({ appearance: DEFAULT_APPEARANCE, revision: 2 });
    expect(await getWidget(app.deps, owner, widget.id)).toEqual(saved);
    expect(changed).toEqual([site.id]);
  });

  it('keep the changes of earlier saves', async () => {
    await save({ behavior: { timing: { initialDelay: 9 }, position: 'top-left' }, appearance: { customCSS: '.a{}' } });
    const saved = await save({ behavior: { timing: { timeBetween: 3 } } });
    expect(saved.settings.behavior).toMatchObject({
      position: 'top-left',
      timing: { initialDelay: 9, timeBetween: 3 },
    });
    expect(saved.settings.appearance.customCSS).toBe('.a{}');
  });

  it('lose nothing when two or ten saves change different keys at once', async () => {
    const colors = [
      'primaryColor',
      'secondaryColor',
      'textColor',
      'backgroundColor',
      'linkColor',
      'borderColor',
    ] as const;
    await Promise.all([
      ...colors.map((key, n) => save({ appearance: { brandColors: { [key]: `#00000${n}` } }, revision: 1 })),
      save({ behavior: { timing: { initialDelay: 1 } } }),
      save({ behavior: { timing: { displayDuration: 2 } } }),
      save({ behavior: { timing: { timeBetween: 3 } } }),
      save({ behavior: { queue: { loop: true } } }),
    ]);
    const { settings } = await getWidget(app.deps, owner, widget.id);
    expect(Object.values(settings.appearance.brandColors)).toEqual(colors.map((_, n) => `#00000${n}`));
    expect(settings.behavior.timing).toMatchObject({ initialDelay: 1, displayDuration: 2, timeBetween: 3 });
    expect(settings.behavior.queue.loop).toBe(true);
    expect(settings.revision).toBe(11);
  });

  it('accept their own settings as returned, including the revision', async () => {
    const { settings } = await save({ behavior: { position: 'top-center' } });
    const again = await save(settings);
    expect(again.settings).toEqual({ ...settings, revision: 3 });
  });

  it('refuse a forbidden style sheet, naming the field, and save nothing else with it', async () => {
    const patch = { appearance: { customCSS: '.a{background:url(x)}', layout: { borderRadius: 3 } } };
    await expect(save(patch)).rejects.toMatchObject({
      code: 'validation',
      fields: [{ field: 'settings.appearance.customCSS', message: 'url() is not allowed (line 1, column 15)' }],
    });
    expect(await stored()).toEqual({});
    expect(changed).toEqual([]);
  });

  it('get a new revision when renamed or switched off and on', async () => {
    expect(await updateWidget(app.deps, owner, { id: widget.id, isActive: false })).toMatchObject({
      isActive: false,
      name: 'Shop',
      settings: { revision: 2 },
    });
    expect(await updateWidget(app.deps, owner, { id: widget.id, name: 'Other' })).toMatchObject({
      isActive: false,
      name: 'Other',
    });
    expect(await updateWidget(app.deps, owner, { id: widget.id })).toMatchObject({ settings: { revision: 4 } });
    expect(changed).toEqual([site.id, site.id, site.id]);
  });

  it('are listed a page at a time, oldest first, optionally for one site', async () => {
    for (const name of ['B', 'C', 'D']) await createSite(app.deps, owner, { name });
    const page = (input: object) => listWidgets(app.deps, owner, input);
    const names = async (input: object) => (await page(input)).widgets.map(({ name }) => name);
    expect(await names({})).toEqual(['Shop', 'B', 'C', 'D']);
    expect(await names({ page: 2, limit: 3 })).toEqual(['D']);
    expect(await page({ page: 9, limit: 3 })).toEqual({ widgets: [], page: 9, limit: 3, total: 4 });
    expect(await page({ siteId: site.id })).toMatchObject({ widgets: [widget], page: 1, limit: 50, total: 1 });
  });

  it('are not found once their site is deleted, even by a save already waiting', async () => {
    const results = await Promise.allSettled([
      deleteSite(app.deps, owner, site.id),
      save({ behavior: { position: 'top-left' } }),
      updateWidget(app.deps, owner, { id: widget.id, name: 'x' }),
    ]);
    expect(results[0]?.status).toBe('fulfilled');
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'not-found' });
    }
    await expect(save({})).rejects.toMatchObject({ code: 'not-found' });
    await expect(getWidgetOfSite(app.deps, owner, site.id)).rejects.toMatchObject({ code: 'not-found' });
  });
});
