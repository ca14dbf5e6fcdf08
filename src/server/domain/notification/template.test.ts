// Templates: what is stored, what a notification takes from one, and what usage counts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CreateTemplateInput, CustomData, Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import type { VerifiedActor } from '../access.ts';
import { createSite } from '../site/site.ts';
import { getWidgetOfSite } from '../site/widget.ts';
import { createNotification, listNotifications, updateNotification } from './notification.ts';
import { deleteNotification } from './notification-sets.ts';
import {
  cloneTemplate,
  createFromTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
} from './template.ts';

const BUILT_IN = 'built-in-sales-order';

onBothDatabases('templates', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  let other: VerifiedActor;
  let widget: Widget;
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps);
    other = await makeActor(app.deps, 'free', 'other@shop.example');
    widget = await widgetOf(owner);
  });
  afterEach(() => app.stop());

  const widgetOf = async (actor: VerifiedActor) =>
    getWidgetOfSite(app.deps, actor, (await createSite(app.deps, actor, { name: 'Shop' })).id);
  const create = (input: Partial<CreateTemplateInput> = {}) =>
    createTemplate(app.deps, owner, {
      name: 'Orders',
      category: 'sales',
      type: 'purchase',
      settings: { message: '{{name|Someone}} bought {{product|something}}' },
      ...input,
    });
  const use = ({ id }: Pick<Template, 'id'>, customData?: CustomData) =>
    createFromTemplate(app.deps, owner, { widgetId: widget.id, templateId: id, customData });
  const list = (input = {}, actor = owner) => listTemplates(app.deps, actor, input);
  const own = async (input = {}) => (await list(input)).templates.filter(({ isBuiltIn }) => !isBuiltIn);
  const namesOf = (templates: Template[]) => templates.map(({ name }) => name);

  it('are stored as notifications are: plain text, only what is set', async () => {
    const template = await create({
      name: '<b>Orders</b> &amp; more',
      settings: {
        message: '{{name|<i>Someone</i>}} &amp;lt; {{product|x}}',
        title: '',
        url: 'https://shop.example/?a=1&amp=2',
        image: null,
        rating: 5,
      },
      customization: { layout: { borderRadius: 4 } },
    });
    expect(template).toEqual({
      id: expect.any(String),
      name: 'Orders & more',
      category: 'sales',
      status: 'active',
      type: 'purchase',
      settings: { message: '{{name|Someone}} &lt; {{product|x}}', url: 'https://shop.example/?a=1&amp=2', rating: 5 },
      customization: { layout: { borderRadius: 4 } },
      displayRules: {},
      isBuiltIn: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await getTemplate(app.deps, owner, template.id)).toEqual(template);
    // Decoded when it was stored, and not a second time.
    expect((await use(template, { product: '&amp;amp;' })).message).toBe('Someone &lt; &amp;');
  });

  it.each([
    [{ settings: { message: '<b></b>' } }, 'settings.message'],
    [{ settings: { message: '({{time}})' } }, 'settings.message'],
    [{ name: '<b></b>' }, 'name'],
    [{ customization: { customCSS: 'a{background:url(x)}' } }, 'customization.customCSS'],
  ])('are refused for %j', async (input, field) => {
    await expect(create(input)).rejects.toMatchObject({ code: 'validation', fields: [{ field }] });
    expect(await own()).toEqual([]);
  });

  it('give a notification their texts, links, appearance and rules [spec 7.templates.7]', async () => {
    const template = await create({
      settings: {
        title: 'For {{name|you}}',
        message: '{{name|Someone}} from {{city|afar}} bought {{count|a few}} of {{product|these}}, {{time}}',
        url: '/desk',
        code: 'OAK',
        count: 3,
      },
      customization: { brandColors: { textColor: '#111111' } },
      displayRules: { match: 'any', conditions: [{ type: 'exit', operator: 'happened' }] },
    });
    const notification = await use(template, { name: 'Ana', count: 7, time: '2026-03-01T10:00:00+01:00' });
    expect(notification).toMatchObject({
      type: 'purchase',
      name: 'Orders',
      title: 'For Ana',
      message: 'Ana from afar bought 7 of these',
      url: '/desk',
      code: 'OAK',
      count: 7,
      image: null,
      status: 'active',
      timestamp: '2026-03-01T09:00:00.000Z',
      source: 'template',
      metadata: { templateId: template.id, name: 'Orders' },
      appearance: { brandColors: { textColor: '#111111' } },
      rules: { match: 'any', conditions: [{ type: 'exit', operator: 'happened' }] },
      displayCount: 0,
    });
    expect(await use(template, { count: 'many' })).toMatchObject({ count: 3, title: 'For you' });
    expect(await use(await create(), { count: 7 })).toMatchObject({ count: null, appearance: null, rules: null });
  });

  it('take values as plain text, and expand nothing twice', async () => {
    const template = await create({ settings: { message: '{{name|x}} {{product|y}} {{price}} {{city|{{count|z}}' } });
    const { message } = await use(template, { name: '{{product}}', product: '<script>1</script>{{city|a}}' });
    expect(message).toBe('{{product}} {{city|a}} {{price}} {{city|z');
    expect((await use(template, { name: '<b> </b>' })).message).toBe('x y {{price}} {{city|z');
  });

  it('name the values that they cannot do without, and texts that grow too long', async () => {
    const template = await create({ settings: { message: '{{name}} from {{city}} {{product|}}', title: '{{name}}' } });
    await expect(use(template)).rejects.toMatchObject({
      code: 'validation',
      fields: [{ field: 'customData.name' }, { field: 'customData.city' }],
    });
    await expect(use(await create({ settings: { message: '{{name|}}' } }))).rejects.toMatchObject({
      fields: [{ field: 'customData' }],
    });
    const long = await create({ settings: { message: `${'a'.repeat(450)}{{name|}}` } });
    await expect(use(long, { name: 'b'.repeat(51) })).rejects.toMatchObject({ fields: [{ field: 'customData' }] });
    expect((await use(long, { name: 'b'.repeat(50) })).message).toHaveLength(500);
    expect(await listNotifications(app.deps, owner, widget.id)).toHaveLength(1);
  });

  it('when inactive are listed on request only, and cannot be used until cloned', async () => {
    const template = await create({ status: 'inactive' });
    expect(await own()).toEqual([]);
    expect((await list({ status: 'inactive' })).templates).toEqual([template]);
    await expect(use(template)).rejects.toMatchObject({ code: 'conflict' });
    const copy = await cloneTemplate(app.deps, owner, { id: template.id });
    expect(copy).toEqual({ ...template, id: copy.id, name: 'Orders (Copy)', status: 'active' });
    expect((await use(copy)).message).toBe('Someone bought something');
  });

  it('have a copy whose name fits, cut between characters', async () => {
    for (const name of ['🪑'.repeat(40), `a${'🪑'.repeat(39)}`]) {
      const { id } = await create({ name });
      expect((await cloneTemplate(app.deps, owner, { id })).name).toMatch(/^a?🪑{35,36}… \(Copy\)$/u);
    }
  });

  it('that are built in can be read, used and cloned by everybody, and deleted by nobody', async () => {
    const builtIn = await getTemplate(app.deps, owner, BUILT_IN);
    expect(builtIn.isBuiltIn).toBe(true);
    await expect(deleteTemplate(app.deps, owner, BUILT_IN)).rejects.toMatchObject({ code: 'forbidden' });
    const copy = await cloneTemplate(app.deps, owner, { id: BUILT_IN, name: 'Mine' });
    expect(copy).toMatchObject({ name: 'Mine', isBuiltIn: false, settings: builtIn.settings });
    await deleteTemplate(app.deps, owner, copy.id);
    await expect(getTemplate(app.deps, owner, copy.id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await getTemplate(app.deps, other, BUILT_IN)).toEqual(builtIn);
  });

  it('of others are not found, whatever is tried', async () => {
    const { id } = await create();
    const othersWidget = await widgetOf(other);
    expect((await list({ limit: 200 }, other)).templates.map((template) => template.id)).not.toContain(id);
    for (const attempt of [
      () => getTemplate(app.deps, other, id),
      () => cloneTemplate(app.deps, other, { id }),
      () => deleteTemplate(app.deps, other, id),
      () => createFromTemplate(app.deps, other, { widgetId: othersWidget.id, templateId: id }),
      () => createFromTemplate(app.deps, other, { widgetId: widget.id, templateId: BUILT_IN }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not-found' });
    }
    expect(await own()).toHaveLength(1);
  });

  it('are found by name and message in any case, with signs taken literally', async () => {
    for (const name of ['100% Oak', '100 Oak', 'ÜBER_Desk', 'Back\\slash']) {
      await create({ name, settings: { message: `About ${name} <3` } });
    }
    const found = async (search: string) => namesOf(await own({ search })).sort();
    expect(await found('100%')).toEqual(['100% Oak']);
    expect(await found('über_')).toEqual(['ÜBER_Desk']);
    expect(await found('k\\s')).toEqual(['Back\\slash']);
    expect(await found(' ABOUT 100 o ')).toEqual(['100 Oak']);
    expect(await found("'; drop table templates; --")).toEqual([]);
    expect(await found('')).toHaveLength(4);
    expect(namesOf((await list({ search: 'opening hours' })).templates)).toEqual(['New opening hours']);
  });

  it('come a page at a time, own ones first, by category [spec 7.templates.2]', async () => {
    await create({ name: 'First' });
    app.clock.advance(1_000);
    await create({ name: 'Second', category: 'reviews' });
    const all = await list({ limit: 200 });
    expect(all).toMatchObject({ page: 1, limit: 200, total: 31 });
    expect(namesOf(all.templates).slice(0, 2)).toEqual(['Second', 'First']);
    const pages = [await list({ limit: 20 }), await list({ limit: 20, page: 2 }), await list({ limit: 20, page: 3 })];
    expect(pages.flatMap(({ templates }) => templates)).toEqual(all.templates);
    expect(await list()).toMatchObject({ limit: 50, total: 31 });
    expect((await list({ category: 'reviews' })).templates.map(({ category }) => category)).toEqual(
      Array(5).fill('reviews'),
    );
  });

  it('count their uses by the caller’s own notifications, whatever others do and callers write [spec 7.templates.2]', async () => {
    const template = await create();
    const usesOf = async (actor = owner) =>
      Object.fromEntries(
        (await list({ includeUsage: true, limit: 200 }, actor)).templates
          .filter(({ usageCount }) => usageCount)
          .map(({ id, usageCount }) => [id, usageCount]),
      );
    expect((await list()).templates[0]).not.toHaveProperty('usageCount');
    expect((await list({ includeUsage: true })).templates[0]?.usageCount).toBe(0);
    const [first, second] = [await use(template), await use(template)];
    await use({ id: BUILT_IN });
    const othersWidget = await widgetOf(other);
    await createFromTemplate(app.deps, other, { widgetId: othersWidget.id, templateId: BUILT_IN });
    const ref = { widgetId: widget.id, notificationId: first.id };
    await updateNotification(app.deps, owner, { ...ref, metadata: { templateId: BUILT_IN } });
    expect(await usesOf()).toEqual({ [template.id]: 2, [BUILT_IN]: 1 });
    expect(await usesOf(other)).toEqual({ [BUILT_IN]: 1 });
    await deleteNotification(app.deps, owner, { ...ref, notificationId: second.id });
    expect(await usesOf()).toEqual({ [template.id]: 1, [BUILT_IN]: 1 });
  });

  it('count a notification whose owner rewrote the text, if the template is theirs to use', async () => {
    const template = await create();
    const inactive = await create({ status: 'inactive' });
    const write = (templateId: string, actor = owner, widgetId = widget.id) =>
      createNotification(app.deps, actor, {
        widgetId,
        templateId,
        type: 'purchase',
        message: 'Ana bought {{product}}',
        metadata: { templateId: 'another', note: 1 },
      });
    expect(await write(template.id)).toMatchObject({
      message: 'Ana bought {{product}}',
      source: 'template',
      metadata: { templateId: template.id, note: 1 },
    });
    await write(BUILT_IN);
    const { templates } = await list({ includeUsage: true, limit: 200 });
    const used = templates.filter(({ usageCount }) => usageCount).map(({ id, usageCount }) => [id, usageCount]);
    expect(used).toEqual([
      [template.id, 1],
      [BUILT_IN, 1],
    ]);
    await expect(write(inactive.id)).rejects.toMatchObject({ code: 'conflict' });
    const unknown = { code: 'validation', fields: [{ field: 'templateId' }] };
    await expect(write('nothing')).rejects.toMatchObject(unknown);
    await expect(write(template.id, other, (await widgetOf(other)).id)).rejects.toMatchObject(unknown);
    expect(await listNotifications(app.deps, owner, widget.id)).toHaveLength(2);
  });

  it('leave their notifications when they are deleted', async () => {
    const template = await create();
    const notification = await use(template);
    await deleteTemplate(app.deps, owner, template.id);
    expect(await listNotifications(app.deps, owner, widget.id)).toEqual([notification]);
    await expect(deleteTemplate(app.deps, owner, template.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are used or not found, when they are deleted at the same moment', async () => {
    const template = await create();
    const calls = Array.from({ length: 8 }, () => use(template));
    const deletions = [1, 2].map(() => deleteTemplate(app.deps, owner, template.id));
    const [used, deleted] = await Promise.all([Promise.allSettled(calls), Promise.allSettled(deletions)]);
    // Either of the two may be the one that finds it.
    expect(deleted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = used.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failed.filter(({ code }) => code !== 'not-found')).toEqual([]);
    expect(await listNotifications(app.deps, owner, widget.id)).toHaveLength(used.length - failed.length);
  });

  it('go with their account', async () => {
    await create();
    await app.deps.db.deleteFrom('users').where('id', '=', owner.userId).execute();
    const { db } = app.deps;
    expect(await db.selectFrom('templates').selectAll().where('owner_id', 'is not', null).execute()).toEqual([]);
  });
});
