// Attack: find the one input, parser or normalizer of all there are that takes longer the worse its text is, up to the limits
// of each and beyond them. The schemas are those of the router, so that a new one is attacked by itself.
// @module-tag long
import type { AnyProcedure } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bots } from '#server/adapters/bots.ts';
import { readStyleSheet } from '#server/adapters/style-sheets.ts';
import { toPlain } from '#server/adapters/texts.ts';
import { isAllowedOrigin } from '#server/domain/site/embed.ts';
import { clientAddress, isFromThisMachine } from '#server/http/client-address.ts';
import { isNoneMatch, negotiateEncoding } from '#server/http/encoding.ts';
import { loggable } from '#server/http/log.ts';
import { exceptKeysProcedure, publicProcedure } from '#server/trpc/init.ts';
import { appRouter } from '#server/trpc/router.ts';
import { readWireInput } from '#server/trpc/wire-input.ts';
import { aggregateTextIssue, wordAggregate } from '#shared/aggregate-wording.ts';
import { interactionBatchInput } from '#shared/contract/embed.ts';
import { eventInput } from '#shared/contract/event.ts';
import { fieldErrors } from '#shared/contract/field-errors.ts';
import { hostnameOf } from '#shared/contract/site.ts';
import { bounded, email, text } from '#shared/contract/text.ts';
import { layoutOf, readRow } from '#shared/csv-columns.ts';
import { KNOWN } from '#shared/csv-exports.ts';
import { formatOf, linesOf } from '#shared/csv-format.ts';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { readUrl } from '#shared/embed/read-url.ts';
import { isSafeLink } from '#shared/embed/safe-link.ts';
import { momentOf, orderEvidence, zoneInName } from '#shared/facts/moments.ts';
import { amountOf, numberOf } from '#shared/facts/money.ts';
import { namesOf, shownNameOf } from '#shared/facts/persons.ts';
import { placeOf } from '#shared/facts/places.ts';
import { isNoProduct } from '#shared/facts/products.ts';
import { orderStateOf } from '#shared/facts/statuses.ts';
import { isPointer, toPointer, valueAt } from '#shared/json-pointer.ts';
import { BODY_MAX_BYTES, OPEN_BODY_MAX } from '#shared/limits.ts';
import { isOrderAddress } from '#shared/order-address.ts';
import { makeSlug, slugIssue } from '#shared/slug.ts';
import { fillTemplateText } from '#shared/template-text.ts';
import { looksBeforeLength } from '#tests/support/first-checks.ts';
import { choicesIn, fullOf, HOSTILE, oversizedFor, unboundedTexts } from '#tests/support/hostile-inputs.ts';
import { isLong, partOf } from '#tests/support/runs.ts';
import { costOf, expectCheap, OPEN_GOAL, TURN_GOAL } from '#tests/support/thread-cost.ts';

const OPEN = [publicProcedure, exceptKeysProcedure].flatMap(({ _def }) => _def.middlewares);

type Schema = { name: string; schema: z.ZodType; isOpen: boolean };
const SCHEMAS: Schema[] = [
  ...Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).flatMap(
    ([name, { _def }]) => {
      const { inputs, middlewares } = _def as unknown as { inputs: z.ZodType[]; middlewares: unknown[] };
      const isOpen = middlewares.some((one) => (OPEN as unknown[]).includes(one));
      return inputs.map((schema) => ({ name, schema, isOpen }));
    },
  ),
  { name: 'an event', schema: eventInput, isOpen: false },
  { name: 'interactions', schema: interactionBatchInput, isOpen: true },
];

it('every procedure has a schema, and no schema takes a text of any length', () => {
  expect(SCHEMAS.length).toBeGreaterThan(100);
  expect(Object.keys(appRouter._def.procedures).filter((path) => !SCHEMAS.some(({ name }) => name === path))).toEqual(
    [],
  );
  // The trap of the contact form takes anything, and nobody looks at it.
  expect(SCHEMAS.flatMap(({ name, schema }) => unboundedTexts(schema).map((path) => `${name}${path}`))).toEqual([
    'contact.send.inner.website',
  ]);
});

describe('the first that a schema does with a text', () => {
  it('is to look at its length, however the schema is spelled', () => {
    expect(SCHEMAS.flatMap(({ name, schema }) => looksBeforeLength(schema).map((what) => `${name}: ${what}`))).toEqual(
      [],
    );
  });

  const s = z.string();
  const dear = (value: unknown) => String(value).length > 0;
  it.each([
    ['a refinement by another name', s.refine(dear)],
    ['a length that comes late', s.refine(dear).max(5, { abort: true })],
    ["a length that doesn't end it", s.max(5).refine(dear)],
    ['texts of anything', z.coerce.string().max(5, { abort: true })],
    ['anything', z.object({ a: z.any().refine(dear) })],
    ['a type of its own', z.array(z.custom(dear))],
    ['what comes before', z.preprocess(dear, text(5))],
    ['a union', z.union([z.string(), z.null()]).refine(dear)],
    ['a format', z.stringFormat('x', dear)],
    ['a date', z.iso.datetime().optional()],
    ['a pattern', z.record(text(5), z.templateLiteral(['a', z.number()]))],
  ])('finds %s', (_what, schema) => {
    expect(looksBeforeLength(schema)).toHaveLength(1);
  });

  it('finds nothing wrong with ours', () => {
    expect(looksBeforeLength(z.object({ a: text(5), b: bounded(z.array(email()), 5, 'No'), c: z.unknown() }))).toEqual(
      [],
    );
  });
});

const parse = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input);
  return error ? fieldErrors(error) : [];
};

describe('inputs full of hostile texts, and far too large ones', () => {
  it.each(SCHEMAS)('$name', async ({ name, schema, isOpen }) => {
    const [goal, max] = isOpen ? [OPEN_GOAL, OPEN_BODY_MAX] : [TURN_GOAL, BODY_MAX_BYTES];
    // Of the kinds of conditions and of events the long form tries a third each night.
    const choices = isLong ? partOf([...Array(choicesIn(schema)).keys()], 3) : [0];
    for (const [what, text] of Object.entries(HOSTILE))
      for (const choice of choices) {
        const input = fullOf(schema, text, choice, max);
        await expectCheap(`${name}: ${what} (${choice})`, goal, () => costOf(() => parse(schema, input)));
      }
    for (const [what, input] of oversizedFor(schema, max, isLong ? 4 : 1)) {
      let errors: { field: string; message: string }[] = [];
      await expectCheap(`${name}: ${what}`, goal, () =>
        costOf(() => {
          errors = parse(schema, input);
        }),
      );
      expect([name, what, JSON.stringify(errors).length < 10_000]).toEqual([name, what, true]);
    }
  });
});

const NAMES = ['Date', 'Order #', 'Status', 'Product(s)', 'Items sold'];

/** What reads texts of others besides the schemas, and the longest it gets. */
const READERS: Record<string, [(text: string) => unknown, number]> = {
  hostnameOf: [hostnameOf, 250_000],
  readUrl: [readUrl, 250_000],
  isSafeLink: [isSafeLink, 250_000],
  isPointer: [isPointer, 250_000],
  valueAt: [(text) => valueAt({ a: [1] }, text), 300],
  readStyleSheet: [readStyleSheet, 4_096],
  'a rule as readStyleSheet': [(text) => readStyleSheet(`.a{${text.slice(0, 4_000)}}`), 4_000],
  'a value as readStyleSheet': [(text) => readStyleSheet(`.a{color:${text.slice(0, 4_000)}}`), 4_000],
  'a selector as readStyleSheet': [(text) => readStyleSheet(`${text.slice(0, 4_000)}{}`), 4_000],
  fillTemplateText: [(text) => fillTemplateText(text, {}), 250_000],
  aggregateTextIssue: [(text) => aggregateTextIssue(text, { measure: 'count' }), 250_000],
  wordAggregate: [
    (text) => wordAggregate({ measure: 'count', message: text, title: text }, { value: 1, count: 1 }, 'en'),
    250_000,
  ],
  toPlain: [toPlain, 5_000],
  momentOf: [(text) => momentOf(text, 'UTC'), 250_000],
  namesOf: [namesOf, 250_000],
  numberOf: [numberOf, 250_000],
  amountOf: [amountOf, 250_000],
  orderEvidence: [(text) => orderEvidence([text]), 250_000],
  zoneInName: [zoneInName, 250_000],
  shownNameOf: [shownNameOf, 250_000],
  placeOf: [placeOf, 250_000],
  isNoProduct: [isNoProduct, 250_000],
  orderStateOf: [orderStateOf, 250_000],
  'a WooCommerce product': [(text) => KNOWN.woocommerce.product?.(text), 250_000],
  'a header': [(text) => layoutOf([...NAMES, text], { fields: { id: { pointers: [toPointer([text])] } } }), 250_000],
  'a row': [
    (text) => {
      const layout = layoutOf(NAMES, null);
      return Array.isArray(layout)
        ? null
        : readRow(
            layout,
            NAMES.map(() => text),
            [text],
            'UTC',
          );
    },
    50_000,
  ],
  formatOf: [formatOf, 250_000],
  linesOf: [(text) => linesOf([text]), 250_000],
  makeSlug: [makeSlug, 80],
  slugIssue: [slugIssue, 250_000],
  isOrderAddress: [(text) => isOrderAddress([text]), 5_000],
  compileRules: [
    (text) =>
      compileRules({
        match: 'all',
        conditions: [
          { type: 'referrer', operator: 'is', value: Array(25).fill(text) },
          { type: 'page', operator: 'is', value: Array(25).fill(`https://${text}`) },
        ],
      }),
    300,
  ],
  negotiateEncoding: [negotiateEncoding, 16_000],
  isNoneMatch: [(text) => isNoneMatch(text, '"x"'), 16_000],
  clientAddress: [(text) => clientAddress(text, text, 1), 16_000],
  isAllowedOrigin: [(text) => isAllowedOrigin(text, ['shop.example']), 16_000],
  isFromThisMachine: [
    (text) => isFromThisMachine({ get: () => text, keys: () => [text] } as unknown as Headers, '127.0.0.1', 0),
    16_000,
  ],
  loggable: [(text) => loggable(`/api/registration/${text}`), 16_000],
  isBot: [(text) => bots.isBot(text), 16_000],
  readWireInput: [
    (text) => {
      try {
        const referentialEqualities = { a: [text, [text]], [text]: [[[text]]] };
        return readWireInput({ json: { [text]: text }, meta: { values: { [text]: ['Date'] }, referentialEqualities } });
      } catch {
        return null;
      }
    },
    250_000,
  ],
};

describe('readers of texts', () => {
  it.each(Object.entries(READERS))('%s', async (name, [read, length]) => {
    // What is longer than anybody may send, or reads rules, is an owner's.
    const goal = length > OPEN_BODY_MAX || name === 'compileRules' ? TURN_GOAL : OPEN_GOAL;
    for (const [what, text] of Object.entries(HOSTILE)) {
      const given = text(length);
      await expectCheap(`${name}: ${what}`, goal, () => costOf(() => read(given)));
    }
  });
});
