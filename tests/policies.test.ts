// The policies of content/pages say what the program does: its cookies, what stays on visitors' devices, for how long.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PRIVACY, defaultRules } from '#shared/contract/source.ts';
import * as limits from '#shared/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { freshSqlite } from './support/databases.ts';
import { byName, elementsOf, plainText, textOf } from './support/documents.ts';

describe('policies', () => {
  const source = (pattern: string) =>
    globSync(pattern, { exclude: (path) => path.endsWith('.test.ts') }).map((file) => readFileSync(file, 'utf8'));
  const firstCells = (name: string, table: number) =>
    elementsOf('tr', [elementsOf('table', byName.get(name)?.body ?? [])[table] ?? ''])
      .slice(1)
      .map((row) => textOf(elementsOf('td', [row])[0] ?? ''));

  it('the cookie policy names the cookies that the server sets, and no other', () => {
    const names = source('src/{server/http,shared}/*.ts').flatMap((text) => text.match(/\bproofbell_\w+/g) ?? []);
    const set = [...new Set(names)];
    expect(set).toHaveLength(5);
    expect(firstCells('pages/cookie-policy', 1).toSorted()).toEqual(set.toSorted());
  });

  it('and the entries that the widget keeps on a visitor’s device', () => {
    const keys = source('src/widget/{memory,load}.ts').flatMap((text) =>
      [...text.matchAll(/^const (?:KEY|PAYLOAD) = '(\w+)';/gm)].map(([, key]) => `proofbell:SITE_ID:${key}`),
    );
    expect(keys).toHaveLength(2);
    expect(firstCells('pages/cookie-policy', 0).toSorted()).toEqual(keys.toSorted());
  });

  it('say for how long as the program has it', () => {
    const said: Record<string, string[]> = {
      'pages/cookie-policy': [
        `${limits.SESSION_DAYS} days without use`,
        `${limits.KNOWN_BROWSER_DAYS} days, or your next password`,
        `a registration you started ${limits.REGISTRATION_COOKIE_DAYS} days`,
      ],
      'pages/privacy-policy': [
        `${limits.SESSION_DAYS} days without use`,
        `${limits.KNOWN_BROWSER_DAYS} days, in that browser`,
        'The network address that such a message came from to limit messages an hour',
        `can be restored for ${limits.NOTIFICATION_RESTORE_LIFE === 10 * MINUTE ? 'ten' : '?'} minutes`,
        `when it happened, was paid and was received ${limits.EVENT_RETENTION_DAYS} days, or as the owner chose, up to ${limits.EVENT_RETENTION_DAYS_MAX} days`,
        `That an event was canceled or erased, and which products and what price a refund named, as keyed hashes ${limits.EVENT_RETENTION_DAYS_MAX} days`,
        `Deliveries of a shop, with nothing personal ${limits.DELIVERY_LIFE / DAY} days`,
        `while its owner sets the webhook up ${limits.CAPTURE_LIFE === HOUR ? 'an hour' : '?'} at most`,
      ],
      'guides/privacy': [
        `Events ${limits.EVENT_RETENTION_DAYS} days after they were received, unless you set 1 to ${limits.EVENT_RETENTION_DAYS_MAX} days`,
        `and which products and what price a refund named, as keyed hashes ${limits.EVENT_RETENTION_DAYS_MAX} days, so that it can't come back`,
        `with nothing personal ${limits.DELIVERY_LIFE / DAY} days`,
        `only while you map its fields until you are done, ${limits.CAPTURE_LIFE === HOUR ? 'an hour' : '?'} at most`,
        `a place that ${DEFAULT_PRIVACY.minPlaceCount} events have come from`,
      ],
      'guides/events': [
        `A place is named once ${DEFAULT_PRIVACY.minPlaceCount} events have come from it within ${limits.PLACE_WINDOW / DAY} days`,
        `Wait before it shows ${defaultRules('shopify').minAge / 60} minutes for Shopify and WooCommerce`,
        `Stop showing after ${(defaultRules('api').maxAge * SECOND) / DAY} days`,
        `the newest ${defaultRules('api').cap} of each source (you can have ${limits.EVENTS_SHOWN_MAX})`,
        `${limits.EVENT_RETENTION_DAYS} days after they were received, or as you set it for the source, from 1 to ${limits.EVENT_RETENTION_DAYS_MAX} days`,
        `for ${limits.EVENT_RETENTION_DAYS_MAX} days, as keyed hashes`,
        `a site can have ${limits.SOURCES_MAX} in all`,
      ],
    };
    for (const [name, sentences] of Object.entries(said)) {
      expect(sentences.filter((sentence) => !plainText(name).includes(sentence))).toEqual([]);
    }
  });

  it('name all that is stored of an event', async () => {
    const words: Record<string, string[]> = {
      first_name: ['first and last name'],
      last_name: ['first and last name'],
      city: ['city, region and country'],
      region: ['city, region and country'],
      country: ['city, region and country'],
      subject_name: ['the product'],
      subject_url: ['link'],
      subject_image: ['picture'],
      quantity: ['quantity'],
      amount: ['amount', 'price'],
      currency: ['currency', 'price'],
      rating: ['stars'],
      text: ['text of a review'],
      reference: ['number of the order or payment'],
      event_id: ['number of the order or payment'],
      order_number: ['number of the order or payment'],
      occurred_at: ['when it happened, was paid and was received'],
      received_at: ['when it happened, was paid and was received'],
      paid_at: ['when it happened, was paid and was received'],
      person_hash: ['A hash of it', 'keyed hash of your email address'],
      price_hash: ['a keyed hash of its price'],
      customer_hash: ['customer number is kept the same way'],
    };
    /** Of ours, about nobody. */
    const ours = [
      'id',
      'number',
      'site_number',
      'source_number',
      'import_number',
      'kind',
      'is_signed',
      'is_read',
      'is_by_staff',
      'hidden_at',
      'retracted_at',
      'retracted_because',
      'retracted_by',
    ];
    const ofReference = ['reference_hash'];
    const unfilled = ['arm', 'value'];
    const database = await freshSqlite();
    const tables = await database.db.introspection.getTables();
    await database.close();
    const columns = tables.find(({ name }) => name === 'events')?.columns.map(({ name }) => name) ?? [];
    expect(columns.toSorted()).toEqual([...Object.keys(words), ...ours, ...ofReference, ...unfilled].toSorted());
    const linked = ['subject_url', 'subject_image'];
    for (const [column, said] of Object.entries(words)) {
      const names = linked.includes(column) ? ['guides/privacy'] : ['guides/privacy', 'pages/privacy-policy'];
      for (const name of names)
        expect([name, column, said.some((phrase) => plainText(name).includes(phrase))]).toEqual([name, column, true]);
    }
  });
});
