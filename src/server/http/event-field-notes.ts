// What the fields of sources, events and deliveries mean; field-notes.ts has the rest.

/** What it means, and an example of a value that is accepted. */
export type Note = readonly [note: string, example?: unknown];

export const EVENT_NOTES: Readonly<Record<string, Note>> = {
  // Sources
  'Event.kind': ['Of a source: where it comes from. Of an event: what happened.'],
  'Event.name': ['Of the source or the product; or how much of a name is told.'],
  'Event.secret': [
    "What signs its deliveries: the vendor's, or one made for you, which is answered once. A replaced one is accepted for another day.",
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ],
  'Event.hookUrl': ['Where the sender delivers to.', 'https://proof.example/api/hooks/kq3T…'],
  'Event.status': [
    'needs-secret, waiting for the first delivery, working, refused: wrongly signed, or off: probably switched off by the shop.',
    'working',
  ],
  'Event.connection': [
    "The shop's own API: how far its past orders are read, and what is wrong; null while it isn't connected.",
  ],
  'Event.connectRefusal': ['Why shops of this kind can not be connected to this server; null when they can.'],
  'Event.shop': ['Where the shop is. Of Stripe it is left out.', 'https://oak.example'],
  'Event.apiKey': ['Of Stripe: a restricted key of live mode.', 'rk_live_0123456789abcdef'],
  'Event.clientId': [
    'Of Shopify: the client ID of your app, with its secret as `secret`.',
    '0123456789abcdef0123456789abcdef',
  ],
  'Event.token': [
    'Of Shopify: the token of an older app instead, with its secret as `secret`.',
    'shpat_0123456789abcdef',
  ],
  'Event.consentUrl': [
    'Where to agree, in a browser: your shop then sends its keys here by itself. Null when that is not needed.',
  ],
  'Event.user_id': ['What was sent along with you to your shop. It counts once.'],
  'Event.consumer_key': ['The key that the shop has made.', 'ck_0123456789abcdef'],
  'Event.consumer_secret': ['Its secret.', 'cs_0123456789abcdef'],
  'Event.key_permissions': ['read_write.', 'read_write'],
  'Event.isRead': ["Whether it was read from the shop's own API, and so isn't signed."],
  'Event.templateId': ['The template whose words its notifications use; null for plain ones.'],
  'Event.rules': ['Which events show. Only what you give changes; null takes one away.'],
  'Event.privacy': ['What visitors may read of an event. Only what you give changes.'],
  'Event.mapping': [
    'Of kind webhook or csv: how bodies or files in the words of others are read. The column `Order ID` of a file is at `/Order ID`. It replaces the one before; null takes it away.',
    { fields: { id: { pointers: ['/order/id'] }, kind: { value: 'purchase' } } },
  ],
  'Event.isUnreadKept': ['Whether an unreadable body is kept for an hour.', false],
  'Event.lastProblem': ['Why the last was not used.'],
  'Event.failures': ['How many deliveries in a row failed: wrongly signed, or not stored.', 0],
  'Event.hosts': ["Where links and pictures may lead besides the site's own domains.", ['cdn.shopify.com']],
  'Event.retentionDays': ['Days that events are kept: 1 to 400, 30 unless given.', 30],
  'Event.lastDeliveryAt': ['When a correctly signed delivery last came, to the second.'],
  'Event.reachedAt': ['When the sender last tried out the address.'],
  'Event.refusedAt': ['When a wrong signature last came.'],
  'Event.refusedCount': ['How many deliveries came with a wrong signature.', 0],
  'Event.minAge': ['Seconds until an event shows.', 300],
  'Event.maxAge': ['Seconds after which it no longer shows.', 604_800],
  'Event.minAmount': ['What was paid at least.', 10],
  'Event.isOnlineOnly': ['Whether orders that your staff entered, at a till or by hand, are left out.', false],
  'Event.cap': ['How many show at most: the newest.', 20],
  'Event.products': ['Parts of product names: only those that show, and those that never do.'],
  'Event.quietHours': ["Time of day in the site's time zone during which nothing shows."],
  'Event.from': ['From when nothing shows.', '22:00'],
  'Event.to': ['Until when nothing shows.', '07:00'],
  'Event.place': ['The most that is told of where it came from: city, region, country or none.', 'city'],
  'Event.minPlaceCount': ['A place is named once so many events came from it in 30 days.', 5],
  'Event.time': ['rounded to 5 minutes, to the hour after a day; or exact.', 'rounded'],

  // Imports
  'Import.sourceId': ['The source that the file is for: of kind csv, or a shop for its own export.'],
  'Import.importId': ['The file that was imported.', '0198c0de-7f3a-7000-8000-000000000007'],
  'Import.id': ['Of the import.', '0198c0de-7f3a-7000-8000-000000000007'],
  'Import.state': [
    'running, done, stopped when only the rows before something went wrong were taken, or undoing.',
    'done',
  ],
  'Import.reason': ['Why it stopped; null when it did not.'],
  'Import.rows': ['Rows below the header, all together.', 100],
  'Import.accepted': ['How many became events.', 95],
  duplicates: ['How many were there already.', 0],
  'Import.skipped': ['Further products of an order, and orders that are not paid or no longer hold.', 3],
  'Import.refused': ['How many were wrong.', 2],
  'Import.refusals': ['The first 1,000 of those, each by its line of the file, with what is wrong.'],
  'Import.line': ['Line of the file; the header is line 1.', 17],
  'Import.startedAt': ['When the import began.'],
  'Import.finishedAt': ['When it ended; null while it is running.'],

  // Events
  'Event.events': [
    'What happened, up to 100 at once, each checked by itself: `{id, kind, occurredAt, actor?: {firstName, lastName, city, region, country, email}, subject?: {name, url, image}, quantity?, amount?, currency?, rating?, text?, reference?}`.',
  ],
  'Event.id': ['Your own id: the same id is the same event.', '1001'],
  'Event.key': ['Our id of the event.', '0198c0de-7f3a-7000-8000-000000000005'],
  'Event.eventId': ['Your own id of the event, or ours.', '1001'],
  'Event.occurredAt': ['When it happened.', '2026-03-10T11:58:00Z'],
  'Event.receivedAt': ['When it was received.'],
  'Event.reference': ['The order, subscription or account it belongs to.', '#1001'],
  'Event.email': ["The person's email address. Only a keyed hash of it is ever stored.", 'ana@shop.example'],
  'Event.accepted': ['How many were new.', 1],
  'Event.refused': ['What was wrong with those that were not taken, each by its place in the request.'],
  'Event.retracted': ['How many events were retracted.', 1],
  'Event.search': ['Part of an id, a product, a name, a place or an order.', 'desk'],
  'Event.state': ['shown, waiting, not-shown, hidden, on-hold or retracted.', 'shown'],
  'Event.dryRun': ['Only count.', false],
  'Event.found': ['How many.', 2],
  'Event.reason': ['Why it does not show; null when it does.'],
};
