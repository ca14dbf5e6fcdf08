// Notifications: what is stored, their order, and what a change leaves alone.

import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type CreateNotificationInput,
  createNotificationInput,
  type Notification,
} from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { METADATA_MAX_BYTES, NAME_MAX, NOTIFICATIONS_MAX } from '#shared/limits.ts';
import { isoNow } from '#shared/time.ts';
import { makeActor } from '#tests/support/actor.ts';
import { makeTestApp, type TestApp } from '#tests/support/app.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import type { VerifiedActor } from '../access.ts';
import { createSite } from '../site/site.ts';
import { getWidgetOfSite } from '../site/widget.ts';
import { createNotification, duplicateNotification, listNotifications, updateNotification } from './notification.ts';
import { deleteNotification } from './notification-sets.ts';

onBothDatabases('notifications', { postgres: 'long' }, (database) => {
  let app: TestApp;
  let owner: VerifiedActor;
  let site: Site;
  let widget: Widget;
  let changed: string[];
  beforeEach(async () => {
    app = makeTestApp(database());
    owner = await makeActor(app.deps);
    site = await createSite(app.deps, owner, { name: 'Shop' });
    widget = await getWidgetOfSite(app.deps, owner, site.id);
    changed = [];
    app.deps.embedChanges = { changed: (siteId) => void changed.push(siteId) };
  });
  afterEach(() => app.stop());

  const create = (input: Partial<CreateNotificationInput> = {}) =>
    createNotification(app.deps, owner, { widgetId: widget.id, type: 'purchase', message: 'Hello', ...input });
  const update = (notification: Notification, input: object) =>
    updateNotification(app.deps, owner, { widgetId: widget.id, notificationId: notification.id, ...input });
  const duplicate = ({ id }: Notification) =>
    duplicateNotification(app.deps, owner, { widgetId: widget.id, notificationId: id });
  const list = () => listNotifications(app.deps, owner, widget.id);
  const revision = async () => (await getWidgetOfSite(app.deps, owner, site.id)).settings.revision;

  it('need only a type and a message', async () => {
    const now = isoNow(app.clock);
    expect(await create()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      widgetId: widget.id,
      type: 'purchase',
      name: null,
      title: null,
      message: 'Hello',
      image: null,
      url: null,
      rating: null,
      code: null,
      count: null,
      status: 'active',
      timestamp: now,
      startsAt: null,
      endsAt: null,
      displayCount: 0,
      clickCount: 0,
      isCustom: false,
      source: 'manual',
      metadata: {},
      aggregate: null,
      computed: null,
      isHeldBack: false,
      rules: null,
      appearance: null,
      position: -1,
      createdAt: now,
      updatedAt: now,
    });
  });

  it('store every field, with dates in UTC', async () => {
    const given = {
      name: 'Autumn',
      title: 'Sold',
      image: '/a.png',
      url: 'https://shop.example/a',
      rating: 4,
      code: 'OAK10',
      count: 0,
      status: 'inactive',
      isCustom: true,
      metadata: { templateId: 't1', nested: [1, { a: null }], name: 'Autumn' },
      appearance: { layout: { borderRadius: 3 } },
      position: 7,
    } as const;
    const rules: Rules = { match: 'any', conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] };
    const dates = {
      timestamp: '2026-03-01T10:00:00+02:00',
      startsAt: '2026-03-02T00:00:00Z',
      endsAt: '2026-03-03T00:00:00.5Z',
    };
    const notification = await create({ ...given, ...dates, rules, metadata: { ...given.metadata } });
    expect(notification).toMatchObject({
      ...given,
      rules,
      timestamp: '2026-03-01T08:00:00.000Z',
      startsAt: '2026-03-02T00:00:00.000Z',
      endsAt: '2026-03-03T00:00:00.500Z',
    });
    expect(await list()).toEqual([notification]);
  });

  it('come first when new, or where the owner puts them', async () => {
    const [a, b, c] = [await create({ message: 'a' }), await create({ message: 'b' }), await create({ message: 'c' })];
    expect((await list()).map(({ message }) => message)).toEqual(['c', 'b', 'a']);
    await update(c, { position: 5 });
    await update(a, { position: b.position });
    // Of two in the same position, the older comes first.
    expect((await list()).map(({ message }) => message)).toEqual(['a', 'b', 'c']);
  });

  it('change only in the given fields', async () => {
    const notification = await create({ name: 'Label', title: 'T', url: '/x', metadata: { templateId: 't1' } });
    app.clock.advance(5_000);
    const changedNotification = await update(notification, { status: 'inactive' });
    const updatedAt = isoNow(app.clock);
    expect(changedNotification).toEqual({ ...notification, status: 'inactive', updatedAt });
    expect(await update(notification, { title: null, url: '' })).toMatchObject({
      title: null,
      url: null,
      name: 'Label',
    });
    expect(await update(notification, {})).toMatchObject({ status: 'inactive', name: 'Label' });
  });

  it('keep their counts through every change', async () => {
    const notification = await create();
    await app.deps.db.updateTable('notifications').set({ display_count: 7, click_count: 2 }).execute();
    expect(await update(notification, { message: 'Other' })).toMatchObject({ displayCount: 7, clickCount: 2 });
  });

  it('are copied with zero counts, from what the list returned', async () => {
    const notification = await create({ name: 'Label' });
    await app.deps.db.updateTable('notifications').set({ display_count: 7, click_count: 2 }).execute();
    const [{ id: _id, ...whole } = notification] = await list();
    const copy = await create({ ...whole, name: `${whole.name} (Copy)` });
    expect(copy).toMatchObject({ name: 'Label (Copy)', displayCount: 0, clickCount: 0, message: 'Hello' });
    expect(copy.id).not.toBe(notification.id);
    expect(copy.metadata).toEqual({ name: 'Label (Copy)' });
  });

  it('are duplicated with everything the owner wrote, inactive, without counts and with (Copy) after the name [spec 4.duplicate.1]', async () => {
    const original = await create({
      name: 'Label',
      title: 'Sold',
      url: '/desk',
      endsAt: '2027-01-01T00:00:00Z',
      metadata: { a: 1 },
      rules: { match: 'any', conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] },
      appearance: { layout: { borderRadius: 3 } },
    });
    await app.deps.db.updateTable('notifications').set({ display_count: 7, click_count: 2 }).execute();
    app.clock.advance(5_000);
    const now = isoNow(app.clock);
    const copy = await duplicate(original);
    expect(copy).toEqual({
      ...original,
      id: expect.any(String),
      name: 'Label (Copy)',
      metadata: { a: 1, name: 'Label (Copy)' },
      status: 'inactive',
      position: original.position - 1,
      createdAt: now,
      updatedAt: now,
    });
    expect(copy.id).not.toBe(original.id);
    expect((await list()).map(({ id }) => id)).toEqual([copy.id, original.id]);
    await expect(duplicate({ ...original, id: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('have a copy whose name fits, from the message when there is none [spec 4.duplicate.1]', async () => {
    expect((await duplicate(await create())).name).toBe('Hello (Copy)');
    expect((await duplicate(await create({ message: 'x'.repeat(200) }))).name).toBe(`${'x'.repeat(39)}… (Copy)`);
    const chairs = '🪑'.repeat(NAME_MAX / 2);
    expect((await duplicate(await create({ message: chairs }))).name).toBe(`${'🪑'.repeat(19)}… (Copy)`);
    for (const long of [chairs, `a${chairs.slice(2)}`, `${chairs.slice(2)}b`]) {
      const { name } = await duplicate(await create({ name: long }));
      expect(name).toMatch(/^a?🪑{35,36}… \(Copy\)$/u);
      expect(name?.length).toBeLessThanOrEqual(NAME_MAX);
    }
    expect((await duplicate(await create({ name: 'Again (Copy)' }))).name).toBe('Again (Copy) (Copy)');
  });

  it('mirror their name and metadata.name, whichever is set', async () => {
    expect((await create({ name: 'A' })).metadata).toEqual({ name: 'A' });
    const notification = await create({ metadata: { name: 'B', x: 1 } });
    expect(notification).toMatchObject({ name: 'B', metadata: { name: 'B', x: 1 } });
    expect(await update(notification, { name: 'C' })).toMatchObject({ name: 'C', metadata: { name: 'C', x: 1 } });
    expect(await update(notification, { metadata: { name: 'D' } })).toMatchObject({
      name: 'D',
      metadata: { name: 'D' },
    });
    expect(await update(notification, { metadata: { y: 2 } })).toMatchObject({
      name: 'D',
      metadata: { name: 'D', y: 2 },
    });
    expect(await update(notification, { name: 'E', metadata: { name: 'F' } })).toMatchObject({
      metadata: { name: 'E' },
    });
    expect(await update(notification, { name: null })).toMatchObject({ name: null, metadata: {} });
  });

  it('take back the metadata that they answer, however full it was, without what the server adds', async () => {
    const metadata = { note: 'x'.repeat(METADATA_MAX_BYTES - '{"note":""}'.length) };
    const templateId = 'built-in-sales-order';
    const full = {
      widgetId: widget.id,
      type: 'custom' as const,
      message: 'x',
      metadata,
      name: 'n'.repeat(NAME_MAX),
      templateId,
    };
    const made = await create(createNotificationInput.parse(full));
    expect(made.metadata).toEqual({ ...metadata, name: full.name, templateId });
    expect(createNotificationInput.safeParse({ ...full, metadata: made.metadata }).success).toBe(true);
    for (const more of [
      { note: `${metadata.note}x` },
      { ...metadata, templateId: 'x'.repeat(65) },
      { ...metadata, name: [1] },
    ]) {
      expect(createNotificationInput.safeParse({ ...full, metadata: more }).success).toBe(false);
    }
  });

  it('refresh visitors’ payloads when created, changed or deleted', async () => {
    const notification = await create();
    await update(notification, { message: 'Other' });
    await deleteNotification(app.deps, owner, { widgetId: widget.id, notificationId: notification.id });
    expect(await revision()).toBe(4);
    expect(changed).toEqual([site.id, site.id, site.id]);
    expect(await list()).toEqual([]);
  });

  it('change nothing when refused, not even the revision', async () => {
    const notification = await create({ startsAt: '2026-03-10T00:00:00Z' });
    const before = [await list(), await revision()];
    await expect(update(notification, { endsAt: '2026-03-09T00:00:00Z' })).rejects.toMatchObject({
      code: 'validation',
    });
    await expect(update({ ...notification, id: 'nowhere' }, {})).rejects.toMatchObject({ code: 'not-found' });
    await expect(create({ widgetId: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' });
    const ids = { widgetId: widget.id, notificationId: 'nowhere' };
    await expect(deleteNotification(app.deps, owner, ids)).rejects.toMatchObject({ code: 'not-found' });
    expect([await list(), await revision()]).toEqual(before);
  });

  it('are limited to a thousand per widget, even when the last ones arrive at once', async () => {
    const notification = await create();
    const { db } = app.deps;
    const row = await db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: NOTIFICATIONS_MAX - 3 }, (_, n) => ({ ...row, id: `${notification.id}-${n}` }));
    for (let at = 0; at < more.length; at += 500) {
      await db
        .insertInto('notifications')
        .values(more.slice(at, at + 500))
        .execute();
    }
    const results = await Promise.allSettled([create(), create(), create(), create()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await list()).toHaveLength(NOTIFICATIONS_MAX);
    await expect(create()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('1000') });
  });
});
