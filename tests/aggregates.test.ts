// Numbers that are computed from a site's events and displays: notifications tell them from a floor on, follow what is
// retracted at once and what comes within the minute, and nobody can type them. On both databases.
import { beforeEach, expect, it } from 'vitest';
import { idOf } from '#server/db/id-numbers.ts';
import { recount } from '#server/domain/events/aggregates.ts';
import type { AggregateInput } from '#shared/contract/aggregate.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Template } from '#shared/contract/template.ts';
import { AGGREGATES_MAX } from '#shared/limits.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { describeShop } from './support/apps.ts';
import { makeShop, payloadOf } from './support/client.ts';
import { soon } from './support/soon.ts';

const WEEK_SOLD = 'built-in-sales-week';

describeShop('computed numbers', { plan: 'growth' }, ({ app, owner, shop }) => {
  let site: string;
  let list: string;

  beforeEach(async () => {
    site = `/api/sites/${shop.site.id}`;
    list = `/api/widgets/${shop.widget.id}/notifications`;
    await owner.delete(`${list}/${shop.notification.id}`);
  });

  const ago = (ms: number) => new Date(app.clock.now() - ms).toISOString();
  let sent = 0;
  const send = async (count: number, more: object = {}) => {
    const events = Array.from({ length: count }, () => ({
      id: `e${++sent}`,
      kind: 'purchase',
      occurredAt: ago(2 * HOUR),
      subject: { name: 'Oak Desk' },
      ...more,
    }));
    const { status, body } = await owner.post<{ accepted: number }>(`${site}/events`, { events });
    expect([status, body.accepted]).toEqual([200, count]);
  };
  const addTemplate = async (type: string, message: string, aggregate: AggregateInput, title?: string) => {
    const settings = { message, aggregate, ...(title !== undefined && { title }) };
    const sent = { name: 'Mine', category: 'sales', type, settings };
    const { status, body } = await owner.post<{ template: Template }>('/api/templates', sent);
    expect([status, body]).toMatchObject([201, {}]);
    return body.template.id;
  };
  const make = (templateId: string, customData?: object) =>
    owner.post<{ notification: Notification }>(`${list}/template/${templateId}`, customData && { customData });
  const made = async (type: string, message: string, aggregate: AggregateInput, title?: string) =>
    (await make(await addTemplate(type, message, aggregate, title))).body.notification;
  const listed = async () => (await owner.get<{ notifications: Notification[] }>(list)).body.notifications;
  const told = async () => (await listed()).find(({ aggregate }) => aggregate !== null);
  /** Those that have a computed number, as visitors get them. */
  const shown = async () => {
    const { notifications } = await payloadOf(app, shop.site.id);
    return notifications.filter(({ type, message }) => type !== 'purchase' && !message.includes('Someone'));
  };
  const aMinuteLater = async () => {
    app.clock.advance(MINUTE);
    await recount(app.deps, shop.site.id, false);
  };

  it('are held back below their floor, and show from it on within the minute', async () => {
    await send(4);
    const { notification } = (await make(WEEK_SOLD)).body;
    expect(notification).toMatchObject({
      message: '4 sold this week',
      source: 'template',
      isHeldBack: true,
      computed: { value: 4, count: 4 },
      aggregate: { measure: 'count', kind: 'purchase', window: 'week', floor: 5, message: '{{value}} sold this week' },
    });
    expect(await shown()).toEqual([]);
    await send(1);
    await aMinuteLater();
    const [first] = await shown();
    expect(first).toMatchObject({ type: 'milestone', message: '5 sold this week' });
    // What a refund changes must not go on being shown, as with the events themselves.
    const { headers } = await app.fetch(`/api/embed/${shop.site.id}`);
    expect(headers.get('cache-control')).toMatch(/stale-while-revalidate=30, stale-if-error=3600$/);
    // They have no age.
    expect(first).not.toHaveProperty('timestamp');
    expect(await listed()).toContainEqual(expect.objectContaining({ message: '5 sold this week', isHeldBack: false }));
  });

  it('count only what is asked for: the kind, the days, the product and the source', async () => {
    await send(2);
    await send(1, { kind: 'signup' });
    await send(1, { subject: { name: 'ÖLLAMPE, large' } });
    await send(1, { occurredAt: ago(7 * DAY) });
    const ask = async (more: object) => {
      const aggregate = { measure: 'count', kind: 'purchase', window: 'week', floor: 1, ...more } as AggregateInput;
      return (await made('milestone', '{{value}}', aggregate)).computed?.value;
    };
    expect(await ask({})).toBe(3);
    expect(await ask({ window: 'month' })).toBe(4);
    expect(await ask({ window: 'day' })).toBe(3);
    expect(await ask({ kind: 'signup' })).toBe(1);
    expect(await ask({ product: 'desk' })).toBe(2);
    expect(await ask({ product: 'öllampe' })).toBe(1);
    expect(await ask({ product: '%' })).toBe(0);
    expect(await ask({ sourceId: shop.source.id })).toBe(0);
  });

  it('count people once, and nobody twice by address and number', async () => {
    const email = (address: string) => ({ actor: { email: address } });
    await send(3, email('ana@shop.example'));
    await send(1, email('ANA@shop.example'));
    await send(1, email('ben@shop.example'));
    await send(2);
    const aggregate = { measure: 'distinct', kind: 'purchase', window: 'week', floor: 1 } as const;
    expect((await made('milestone', '{{value}} customers', aggregate)).message).toBe('4 customers');
  });

  it('average ratings and never money, and draw the nearest stars', async () => {
    const review = (rating?: number) =>
      send(1, { kind: 'review', ...(rating && { rating }), amount: 10, currency: 'EUR' });
    for (const rating of [5, 4.5, 5, 4.5]) await review(rating);
    await review();
    const { notification } = (await make('built-in-reviews-stars')).body;
    // The review without stars is none of the ratings.
    expect(notification).toMatchObject({ isHeldBack: true, computed: { value: 4.75, count: 4 } });
    await review(5);
    await aMinuteLater();
    expect(await shown()).toMatchObject([{ type: 'review', rating: 5, message: '4.8 stars from 5 reviews' }]);
  });

  it('say when something last happened, no more exactly than its source lets through', async () => {
    await send(4, { occurredAt: ago(3 * HOUR) });
    await send(1, { occurredAt: ago(12 * MINUTE + 10_000) });
    const { notification } = (await make('built-in-sales-last')).body;
    const rounded = new Date(Math.floor((app.clock.now() - 12 * MINUTE - 10_000) / (5 * MINUTE)) * 5 * MINUTE);
    expect(notification).toMatchObject({ message: 'Last bought', rating: null, count: null, isHeldBack: false });
    expect(await shown()).toMatchObject([{ message: 'Last bought', timestamp: rounded.toISOString() }]);
  });

  it("tell the site's displays, not its visitors", async () => {
    const { notification } = (await make('built-in-live-activity-viewers')).body;
    expect(notification).toMatchObject({ type: 'visitors', isHeldBack: true, computed: { value: 0 } });
    const counts = { displays: 1_234, clicks: 0, dismissals: 0 };
    const at = { hour: '2026-03-10T12:00:00.000Z', day: '2026-03-10' };
    const where = { siteId: shop.site.id, widgetId: shop.widget.id, notificationId: notification.id };
    await app.deps.writeTallies([{ ...where, ...at, ...counts, device: 'desktop', page: '/' }]);
    await aMinuteLater();
    expect(await shown()).toMatchObject([{ message: 'Our notifications were shown 1,234 times today' }]);
    app.clock.advance(12 * HOUR);
    await aMinuteLater();
    expect(await shown()).toEqual([]);
  });

  it('stand in the box beside a text without a place for them, and in the language of the widget', async () => {
    await send(10);
    await owner.put(`/api/widgets/${shop.widget.id}/settings`, { settings: { behavior: { language: 'de' } } });
    const aggregate = { measure: 'count', kind: 'purchase', window: 'day', floor: 1 } as const;
    expect(await made('milestone', 'sold today', aggregate)).toMatchObject({ message: 'sold today', count: 10 });
    expect(await made('milestone', 'today', aggregate, '{{value}} sold')).toMatchObject({
      title: '10 sold',
      count: null,
    });
  });

  it('are counted anew at once when something is retracted', async () => {
    await send(6);
    await make(WEEK_SOLD);
    expect(await shown()).toMatchObject([{ message: '6 sold this week' }]);
    await owner.post(`${site}/events/e${sent}/retract`);
    // The site's events are looked at once a second at most.
    await soon(shown).toMatchObject([{ message: '5 sold this week' }]);
    await owner.post(`${site}/events/e${sent - 1}/retract`);
    await soon(shown).toEqual([]);
  });

  it('leave out what a deleted source told, though deleting it takes longer', async () => {
    await send(5);
    await make(WEEK_SOLD);
    const { db } = app.deps;
    // As it is until the source's events are deleted, a few at a time.
    const at = ago(0);
    const found = db.selectFrom('events').select(idOf('source_number').as('source_id'));
    const [event] = await found.where('event_id', '=', `e${sent}`).execute();
    await db
      .insertInto('removals')
      .values({ id: event?.source_id ?? '', site_id: shop.site.id, removed_at: at })
      .execute();
    await recount(app.deps, shop.site.id, true);
    expect(await told()).toMatchObject({ computed: { value: 0 }, isHeldBack: true });
  });

  it('are copied with what computes them, and come back computed when they are restored', async () => {
    await send(5);
    const { notification } = (await make(WEEK_SOLD)).body;
    const copy = await owner.post<{ notification: Notification }>(`${list}/${notification.id}/duplicate`);
    expect(copy.body.notification).toMatchObject({ message: '5 sold this week', aggregate: notification.aggregate });
    await owner.delete(`${list}/${notification.id}`);
    await send(1);
    await aMinuteLater();
    await owner.post(`${list}/bulk`, { ids: [notification.id], action: 'restore' });
    expect(await shown()).toMatchObject([{ id: notification.id, message: '6 sold this week' }]);
  });

  it('cannot be typed: not in the notification, nor in place of its values, nor beside a template', async () => {
    await send(5);
    const { notification } = (await make(WEEK_SOLD)).body;
    const refused = async (call: Promise<{ status: number; body: unknown }>, ...fields: string[]) => {
      const { status, body } = await call;
      const { errors } = body as { errors?: { field: string }[] };
      expect([status, errors?.map(({ field }) => field)]).toEqual([400, fields]);
    };
    const path = `${list}/${notification.id}`;
    await refused(owner.put(path, { message: '500 sold this week' }), 'message');
    await refused(
      owner.put(path, { type: 'purchase', title: 'x', count: 9, rating: 5 }),
      'type',
      'title',
      'rating',
      'count',
    );
    await refused(owner.put(path, { timestamp: ago(HOUR) }), 'timestamp');
    await refused(
      owner.put(path, { aggregate: null, computed: null, isHeldBack: false }),
      'aggregate',
      'computed',
      'isHeldBack',
    );
    await refused(make(WEEK_SOLD, { count: 500 }), 'customData');
    await refused(owner.post(list, { type: 'milestone', message: '500', templateId: WEEK_SOLD }), 'templateId');
    await refused(owner.put(`${site}/sources/${shop.source.id}`, { templateId: WEEK_SOLD }), 'templateId');
    const sold = { ...notification, message: '500 sold', isHeldBack: false };
    const { status, body } = await owner.post<{ notification: Notification }>(list, {
      ...{
        type: sold.type,
        message: sold.message,
        aggregate: sold.aggregate,
        computed: sold.computed,
        isHeldBack: true,
      },
    });
    expect([status, body.notification]).toMatchObject([201, { aggregate: null, computed: null, isHeldBack: false }]);
    // What says nothing else is accepted, and what is the owner's stays theirs.
    const change = { message: notification.message, name: 'Mine', status: 'inactive', position: 3 };
    const { body: changed } = await owner.put<{ notification: Notification }>(path, change);
    expect(changed.notification).toMatchObject({ name: 'Mine', status: 'inactive', position: 3, isHeldBack: false });
  });

  it("are refused for another site's source, and beyond the most that a widget may have", async () => {
    const other = await makeShop(owner, 'Other');
    const foreign = await addTemplate('milestone', '{{value}}', {
      ...{ measure: 'count', kind: 'purchase', window: 'week' },
      sourceId: other.source.id,
    } as AggregateInput);
    expect(await make(foreign)).toMatchObject({ status: 400, body: { errors: [{ field: 'templateId' }] } });
    const results = await Promise.all(Array.from({ length: AGGREGATES_MAX + 2 }, () => make(WEEK_SOLD)));
    expect(results.map(({ status }) => status).sort()).toEqual([...Array(AGGREGATES_MAX).fill(201), 409, 409]);
    expect((await listed()).length).toBe(AGGREGATES_MAX);
  });
});
