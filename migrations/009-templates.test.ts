// The built-in templates: valid by the contract, fit to be used as they are, and each its own.
import { expect, it } from 'vitest';
import { createFromTemplate, createTemplate, listTemplates } from '#server/domain/notification/template.ts';
import { createSite } from '#server/domain/site/site.ts';
import { getWidgetOfSite } from '#server/domain/site/widget.ts';
import { rulesSchema } from '#shared/contract/rules.ts';
import { templateSchema } from '#shared/contract/template.ts';
import { parseTemplateText } from '#shared/template-text.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';

const repeated = (values: unknown[]) => {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.filter((text, at) => texts.indexOf(text) !== at);
};

onBothDatabases('the built-in templates', (database) => {
  it('are 29 valid ones, three at least in each category, no two alike', async () => {
    const app = makeTestApp(database());
    const actor = await makeActor(app.deps);
    const { templates, total } = await listTemplates(app.deps, actor, { limit: 200 });
    expect(total).toBe(29);
    for (const template of templates) templateSchema.parse(template);
    const categories = templateSchema.shape.category.options;
    for (const category of categories) {
      expect([category, templates.filter((template) => template.category === category).length >= 3]).toEqual([
        category,
        true,
      ]);
    }
    for (const key of ['id', 'name', 'settings', 'customization', 'displayRules'] as const) {
      expect([key, repeated(templates.map((template) => template[key]))]).toEqual([key, []]);
    }
    await app.stop();
  });

  it('each has a variable in its message, a fallback for every variable, and rules', async () => {
    const app = makeTestApp(database());
    const { templates } = await listTemplates(app.deps, await makeActor(app.deps), { limit: 200 });
    for (const { id, settings, displayRules } of templates) {
      expect([id, rulesSchema.parse(displayRules).conditions.length > 0]).toEqual([id, true]);
      if (settings.aggregate) continue;
      const variables = (text = '') => parseTemplateText(text).filter((part) => typeof part !== 'string');
      expect([id, variables(settings.message).length > 0]).toEqual([id, true]);
      const bare = [...variables(settings.message), ...variables(settings.title)].filter(
        ({ variable, fallback }) => variable !== 'time' && !fallback,
      );
      expect([id, bare]).toEqual([id, []]);
      // Nothing that a shop would have to make true.
      expect([id, JSON.stringify(settings).match(/\d|%|★/)]).toEqual([id, null]);
    }
    await app.stop();
  });

  it('with a computed number could be made by anybody, and show from five on', async () => {
    const app = makeTestApp(database());
    const actor = await makeActor(app.deps);
    const { templates } = await listTemplates(app.deps, actor, { limit: 200 });
    const computed = templates.filter(({ settings }) => settings.aggregate);
    expect(computed).toHaveLength(5);
    for (const { id, name, category, type, settings } of computed) {
      expect([id, settings.aggregate?.floor]).toEqual([id, 5]);
      expect(await createTemplate(app.deps, actor, { name, category, type, settings })).toMatchObject({ settings });
    }
    await app.stop();
  });

  it('each makes a notification without values and with all', async () => {
    const app = makeTestApp(database());
    const actor = await makeActor(app.deps);
    const { id: siteId } = await createSite(app.deps, actor, { name: 'Shop' });
    const widget = await getWidgetOfSite(app.deps, actor, siteId);
    const { templates } = await listTemplates(app.deps, actor, { limit: 200 });
    const customData = { name: 'Ana', city: 'Lisbon', product: 'Oak Desk', count: '12' };
    for (const template of templates) {
      for (const values of template.settings.aggregate ? [undefined] : [undefined, customData]) {
        const made = await createFromTemplate(app.deps, actor, {
          widgetId: widget.id,
          templateId: template.id,
          customData: values,
        });
        const text = `${made.title ?? ''} ${made.message}`;
        expect(text).not.toMatch(/[{}|]| {2}| $/);
        expect(made).toMatchObject({
          type: template.type,
          name: template.name,
          source: 'template',
          metadata: { templateId: template.id, name: template.name },
          appearance: template.customization,
          rules: template.displayRules,
        });
      }
    }
    await app.stop();
  });
});
