// An account with something in every table that can hold anything of an account, each value of its own.
import { toJson } from '#server/db/codecs.ts';
import { insertNumber, numberOf } from '#server/db/id-numbers.ts';
import { project } from '#server/domain/events/projector.ts';
import type { TestApp } from './app.ts';
import { type Client, mailedLink, makeShop, type Shop } from './client.ts';

/** Gives the only account a subscription, the registration that it came from, and what the queue and the sandbox hold. */
async function fillBilling({ deps: { db } }: TestApp): Promise<void> {
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const dates = { created_at: '2026-02-01T10:00:00.000Z', updated_at: '2026-02-01T11:00:00.000Z' };
  const later = { period_end: '2027-02-01T10:00:00.000Z', cancels_at: '2027-02-01T10:00:01.000Z' };
  await db
    .insertInto('registrations')
    .values({
      id: 'registration-1',
      email: 'Ana@old.example',
      email_lower: 'ana@old.example',
      plan: 'starter',
      cycle: 'monthly',
      status: 'finished',
      customer_id: 'cus_2',
      checkout_id: 'cs_1',
      checkout_url: 'https://checkout.example/cs_1',
      checkout_expires_at: '2026-02-02T10:00:00.000Z',
      subscription_id: 'sub_2',
      user_id,
      paid_at: '2026-02-01T10:30:00.000Z',
      expires_at: '2026-03-01T10:00:00.000Z',
      ...dates,
    })
    .execute();
  await db
    .insertInto('registration_keys')
    .values({
      key_hash: 'hash-of-a-registration-key',
      registration_id: 'registration-1',
      kind: 'id',
      expires_at: later.period_end,
      used_at: null,
      created_at: dates.created_at,
    })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({
      id: 'sub_1',
      user_id,
      registration_id: 'registration-1',
      customer_id: 'cus_1',
      plan: 'growth',
      cycle: 'annual',
      status: 'past_due',
      ...later,
      created_at: dates.created_at,
      read_at: '2026-03-10T09:00:00.000Z',
    })
    .execute();
  const queued = { created_at: dates.created_at, next_attempt_at: later.period_end, last_error: null };
  await db
    .insertInto('images')
    .values({
      id: 'image-1',
      owner_id: user_id,
      data: 'UklGRiQAAABXRUJQ',
      width: 251,
      height: 167,
      bytes: 4321,
      kept_until: '2026-03-11T10:00:00.000Z',
      created_at: '2026-03-10T07:06:05.004Z',
    })
    .execute();
  await db
    .insertInto('jobs')
    .values({ id: 'sync-subscription:sub_1', kind: 'sync-subscription', subject: 'sub_1', ...queued })
    .execute();
  await db
    .insertInto('sandbox_objects')
    .values({ id: 'cus_1', type: 'customer', customer_id: null, data: '{}', created_at: dates.created_at })
    .execute();
}

/** Tells of a review in full, of one that was forgotten, and of a delivery. */
async function fillEvents({ deps: { db } }: TestApp, ana: Client, { site, source }: Shop): Promise<void> {
  const event = {
    id: 'review-1',
    kind: 'review',
    occurredAt: '2026-03-09T08:07:06.543Z',
    actor: {
      firstName: 'Zoë',
      lastName: 'Quist',
      city: 'Lund',
      region: 'Skåne',
      country: 'SE',
      email: 'zoe@q.example',
    },
    subject: { name: 'Elm Stool', url: 'https://oak.example/stool', image: 'https://oak.example/stool.png' },
    quantity: 17,
    amount: 1234.5,
    currency: 'SEK',
    rating: 4.5,
    text: 'Sturdy',
    reference: 'R-77',
  };
  const forgotten = { ...event, id: 'review-2', reference: 'R-78' };
  await ana.post(`/api/sites/${site.id}/events`, { events: [event, forgotten] });
  await ana.post(`/api/sites/${site.id}/forget`, { reference: 'R-78' });
  await insertNumber(db, 'import-1');
  await db
    .updateTable('events')
    .set({ hidden_at: Date.parse('2026-03-09T09:00:00.000Z'), import_number: numberOf('import-1') })
    .where('event_id', '=', 'review-1')
    .execute();
  const times = { last_delivery_at: '2026-03-09T11:01:00.000Z', reached_at: '2026-03-09T11:02:00.000Z' };
  await ana.put(`/api/sites/${site.id}/sources/${source.id}`, {
    secret: `whsec_${'A'.repeat(32)}`,
    rules: { cap: 7 },
    privacy: { name: 'initial' },
    hosts: ['cdn.oak.example'],
    retentionDays: 61,
    mapping: { fields: { id: { pointers: ['/order/number'] }, kind: { value: 'review' } } },
  });
  await db
    .updateTable('sources')
    .set({
      ...times,
      refused_at: '2026-03-09T11:03:00.000Z',
      refused_count: 5,
      failures: 6,
      template_id: 'template-1',
      mapping: toJson({ fields: { city: { pointers: ['/Town'] } } }),
    })
    .where('id', '=', source.id)
    .execute();
  await db.insertInto('proven_notifications').values({ site_id: site.id, notification_id: 'proven-1' }).execute();
  await db
    .insertInto('source_captures')
    .values({ source_id: source.id, at: times.reached_at, body: 'sealed' })
    .execute();
  await db
    .insertInto('deliveries')
    .values({
      id: 'delivery-1',
      site_id: site.id,
      source_id: source.id,
      at: '2026-03-09T11:04:00.000Z',
      verdict: 'refused',
      reason: 'Not valid JSON',
      accepted: 91,
      duplicates: 92,
      retracted: 93,
      is_signed: 1,
      event_key: 'key-1',
    })
    .execute();
  await db
    .insertInto('connections')
    .values({
      ...{
        id: 'connection-1',
        site_id: site.id,
        source_id: source.id,
        kind: 'woocommerce',
        shop: 'https://oak.example',
      },
      ...{ state: 'failed', state_hash: null, until: null, keys: null, cursor: null, read_at: null, note: null },
      ...{ read: 51, total: 52, found: 53, problem: 'Connect it again', noted_at: null },
      ...{ since: times.reached_at, checked_at: times.reached_at, created_at: times.reached_at },
    })
    .execute();
  await db
    .insertInto('imports')
    .values({
      id: 'import-1',
      site_id: site.id,
      source_id: source.id,
      state: 'stopped',
      reason: 'Line 404: not in UTF-8',
      rows: 401,
      accepted: 311,
      duplicates: 41,
      skipped: 32,
      refused: 19,
      refusals: toJson([{ line: 403, errors: [{ field: 'currency', message: 'Enter a currency' }] }]),
      started_at: '2026-03-09T11:05:00.000Z',
      touched_at: '2026-03-09T11:06:00.000Z',
      finished_at: '2026-03-09T11:07:00.000Z',
    })
    .execute();
}

/** Fills a verified account. @returns its shop, in which nothing changes by itself any more. */
export async function fillAccount(app: TestApp, ana: Client): Promise<Shop> {
  const shop = await makeShop(ana);
  const { site, widget, notification } = shop;
  const { db } = app.deps;
  await ana.put('/api/auth/me', {
    displayName: 'Ana Iron',
    companyName: 'Oak Ltd',
    photoURL: 'https://oak.example/ana.png',
    integrations: ['Zapier', { kind: 'crm' }],
  });
  await ana.post('/api/auth/change-email', { email: 'ana@new.example' });
  // Composed, as just before it is sent, so that there is a code.
  await mailedLink(app, 'ana@new.example');
  await ana.put(`/api/sites/${site.id}`, { domains: ['oak.example'], timezone: 'Europe/Lisbon' });
  await ana.put(`/api/widgets/${widget.id}/settings`, { settings: { behavior: { timing: { initialDelay: 31 } } } });
  const link = { url: 'https://oak.example/', settings: { behavior: { timing: { initialDelay: 32 } } } };
  await ana.post(`/api/sites/${site.id}/inspection-link`, link);
  const filter = { by: 'device', devices: ['mobile'] };
  await ana.post(`/api/sites/${site.id}/reports`, { name: 'Mobile', range: '90d', filter });
  await ana.put(`/api/sites/${site.id}/weekly-email`, { isOn: true });
  await db
    .updateTable('users')
    .set({ granted_plan: 'agency', customer_id: 'cus_1', firebase_uid: 'uid-1', sso_subject: 'subject-1' })
    .execute();
  await fillBilling(app);
  await fillEvents(app, ana, shop);
  await db
    .insertInto('weekly_email_weeks')
    .values([
      { site_id: site.id, week: '2026-03-02', queued_at: '2026-03-02T08:00:00.000Z' },
      { site_id: site.id, week: '2026-03-09', queued_at: null },
    ])
    .execute();
  const times = { first_seen_at: '2026-03-01T10:00:00.000Z', last_seen_at: '2026-03-02T10:00:00.000Z' };
  const sighting = { site_id: site.id, asked_id: '', reach: 41, ...times };
  await db
    .insertInto('sightings')
    .values([
      { ...sighting, kind: 'seen', host: 'www.oak.example' },
      { ...sighting, kind: 'refused', host: 'copy.example', reach: 42 },
      { ...sighting, kind: 'other-id', host: 'oak.example', asked_id: 'an-old-id', reach: 43 },
    ])
    .execute();
  const setup = { seen_host: 'www.oak.example', seen_at: times.first_seen_at, displayed_id: notification.id };
  const firsts = { first_display_at: '2026-03-01T11:00:00.000Z', first_click_at: '2026-03-01T12:00:00.000Z' };
  const celebrated_at = '2026-03-01T13:00:00.000Z';
  await db
    .insertInto('site_setups')
    .values({ site_id: site.id, ...setup, ...firsts, celebrated_at })
    .execute();
  const hour = '2026-03-10T10:00:00.000Z';
  const counted = { siteId: site.id, widgetId: widget.id, notificationId: notification.id, hour, day: '2026-03-10' };
  const counts = { displays: 303, clicks: 21, dismissals: 13 };
  await app.deps.writeTallies([{ ...counted, ...counts, device: 'mobile', page: '/desks' }]);
  const cost = { site_id: site.id, day: '2026-03-10', measure: 'bytes', up_to: 8_000, loads: 51 };
  await db.insertInto('stats_daily_cost').values(cost).execute();
  const epoch_id = 'k3j7x2ab';
  await db
    .insertInto('goals')
    .values({
      ...{ id: 'goal-1', site_id: site.id, name: 'Thank-you page', kind: 'page', event_kind: 'signup' },
      ...{ source_id: 'goal-source-1', page: toJson({ type: 'page', operator: 'is', value: ['/thank-you'] }) },
      ...{ key: 'thank-you-page', is_main: 1, created_at: '2026-03-01T14:00:00.000Z' },
      meant_since: '2026-03-01T14:30:00.000Z',
    })
    .execute();
  await db
    .insertInto('hold_outs')
    .values({ site_id: site.id, share: 20, is_guarded: 1, guards_by_browsers: 0 })
    .execute();
  await db
    .insertInto('epochs')
    .values({
      ...{
        id: epoch_id,
        site_id: site.id,
        share: 50,
        goal_id: 'goal-1',
        currency: 'SEK',
        value_cap: 349.5,
        expected: 1_017,
      },
      ...{ started_at: '2026-03-01T15:00:00.000Z', ended_at: '2026-03-02T15:00:00.000Z', ended_because: 'changed' },
    })
    .execute();
  await db
    .insertInto('experiment_days')
    .values({
      ...{ site_id: site.id, epoch_id, goal_id: 'goal-1', reported_by: 'order', arm: 1, day: '2026-03-01' },
      ...{ browsers: 83, value_sum: 9_123.5, value_squares: 812_345.25 },
    })
    .execute();
  await db
    .insertInto('experiment_buyers')
    .values({
      site_id: site.id,
      epoch_id,
      buyer: 'hash-of-buyer',
      goal_id: 'goal-1',
      arm: 1,
      day: '2026-03-01',
      value: 9,
    })
    .execute();
  await app.running.projector.stop();
  await project(app.deps, site.id);
  return shop;
}
