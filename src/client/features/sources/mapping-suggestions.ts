// Which field of an event a value in a body or a file probably is, by what it is called and what it looks like. A start for
// the owner, who sees each on the screen before anything is saved. Pure.
import { EVENT_KINDS } from '#shared/contract/event-fields.ts';
import type { FieldMapping, MappedField, Mapping } from '#shared/contract/mapping.ts';
import { exact } from '#shared/csv-exports.ts';
import { momentOf, orderEvidence } from '#shared/facts/moments.ts';
import { numberOf } from '#shared/facts/money.ts';
import { orderStateOf } from '#shared/facts/statuses.ts';
import { toPointer } from '#shared/json-pointer.ts';
import { textAt } from '#shared/read-json.ts';

export type Leaf = {
  path: (string | number)[];
  /** Undefined when only its name counts. */
  value: unknown;
};

const DEPTH_MAX = 8;
const LEAVES_MAX = 2_000;

/** @returns the single values in a body, the outermost first; of a list those of its first item. */
export function leavesOf(body: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  let level: Leaf[] = [{ path: [], value: body }];
  for (let depth = 0; depth <= DEPTH_MAX && level.length > 0; depth++) {
    const next: Leaf[] = [];
    for (const { path, value } of level) {
      if (typeof value !== 'object' || value === null) {
        if (path.length > 0 && value !== null && value !== '') leaves.push({ path, value });
      } else if (Array.isArray(value)) {
        if (value.length > 0) next.push({ path: [...path, 0], value: value[0] });
      } else {
        for (const [key, inner] of Object.entries(value)) next.push({ path: [...path, key], value: inner });
      }
      if (leaves.length + next.length > LEAVES_MAX) return leaves;
    }
    level = next;
  }
  return leaves;
}

/** A longer name is none that anybody gave. */
const WAY_MAX = 200;

/** @returns the way to a value as it is matched: 'billing_address.first_name', without positions; '' for one too long. */
function wayOf({ path }: Leaf): string {
  const names = path.filter((key) => typeof key === 'string');
  if (names.reduce((sum, name) => sum + name.length, 0) > WAY_MAX) return '';
  return names
    .map((name) =>
      name
        .replace(/([a-z\d])([A-Z])/g, '$1_$2')
        .replace(/[^\p{L}\p{N}]+/gu, '_')
        .replace(/^_|_$/g, ''),
    )
    .join('.')
    .toLowerCase();
}

const PERSON =
  '(?:customer|buyer|client|guest|user|contact|person|member|attendee|invitee|payer|billing|shipping|billing_address|shipping_address|address)';
const ITEM = '(?:line_items|items|products|product|item|rooms|tickets|lines|order_items|cart)';

const isNumber = (value: unknown) => numberOf(value) !== undefined;
const isText = (value: unknown) => textAt(value) !== undefined;
const isLink = (value: unknown) => /^https?:\/\//.test(textAt(value) ?? '');
const isId = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
const isStars = (value: unknown) => {
  const stars = numberOf(value);
  return stars !== undefined && stars >= 1 && stars <= 5;
};

const isTime = (value: unknown) =>
  momentOf(value, 'UTC') !== undefined || orderEvidence([textAt(value) ?? '']).open !== undefined;
const isKind = (value: unknown) => EVENT_KINDS.some((kind) => kind === textAt(value)?.toLowerCase());

/** The ways that lead to a field, the surest first, and what its value looks like. */
const SIGNS: readonly (readonly [field: MappedField, ways: readonly string[], fits: (value: unknown) => boolean])[] = [
  [
    'id',
    [
      `(?:[^.]+\\.)?(?:event_id|order_id|booking_id|transaction_id|purchase_id|payment_id|id|uuid)`,
      `.*\\b(?:order|booking|transaction|invoice)_?id`,
      '(?:order|booking|transaction|invoice)(?:_?(?:no|nr|number))?',
      'number',
    ],
    isId,
  ],
  ['kind', ['kind'], isKind],
  [
    'reference',
    [
      '.*(?:order|booking|invoice)_?(?:number|no|nr|name)',
      `(?!(?:.*\\.)?${PERSON}\\.)(?:[^.]+\\.)?(?:number|reference)`,
      '.*order_?id',
    ],
    isId,
  ],
  [
    'occurredAt',
    [
      '.*(?:paid|purchased|ordered|completed|processed|placed|submitted|booked|occurred)_?(?:at|on|date|time)',
      '.*(?:created|date_created)(?:_?(?:at|on|date|time))?',
      '(?:.*\\.)?(?:timestamp|date|time|date_?time)',
    ],
    isTime,
  ],
  ['firstName', ['.*(?:first|given|fore)_?name'], isText],
  [
    'fullName',
    [`.*${PERSON}\\.(?:full_?)?name`, `.*(?:customer|buyer|guest|client|full|billing)_?name`, '.*user_name', 'name'],
    isText,
  ],
  ['lastName', ['.*(?:last|family|sur)_?name'], isText],
  ['email', ['.*e_?mail(?:_?address)?', 'mail'], (value) => /^\S{1,99}@\S{1,253}$/.test(textAt(value) ?? '')],
  ['city', ['(?:.*[._])?(?:city|town)'], isText],
  ['region', ['.*(?:region|province)', `.*${PERSON}\\.state`], isText],
  ['country', ['.*country_?code', '.*country(?:_name)?'], isText],
  [
    'product',
    [
      `.*${ITEM}\\.(?:title|name|product_name|product|description)`,
      '.*(?:product|item|plan|event_type|course|service)[._]?(?:name|title)',
      '(?:.*\\.)?(?:product|item|plan|course|service)',
      'products|items|line_?item',
    ],
    isText,
  ],
  ['url', [`.*${ITEM}\\.(?:url|link|permalink)`, '.*product_?(?:url|link)'], isLink],
  [
    'image',
    [`.*${ITEM}\\.(?:image|image_url|picture|thumbnail)(?:\\.(?:src|url))?`, '.*product_?image(?:_?url)?'],
    isLink,
  ],
  ['quantity', [`.*${ITEM}\\.(?:quantity|qty)`, '(?:.*\\.)?(?:quantity|qty)'], isNumber],
  [
    'amount',
    [
      '(?:[^.]+\\.)?(?:grand_?total|order_?total|total|total_price|total_amount|amount_total|amount|price)(?:\\.(?:value|amount))?',
      '.*(?:total|amount)',
      'sum',
    ],
    isNumber,
  ],
  ['currency', ['.*currency(?:_?code)?'], (value) => /^[a-z]{3}$/i.test(textAt(value) ?? '')],
  ['rating', ['(?:.*\\.)?(?:rating|stars)'], isStars],
  ['text', ['(?:.*\\.)?(?:review|review_?text|text|comment|message|body|content)'], isText],
];

/** Names that mean this in a table, and in a body too many other things: those of the exports of shops and payment services. */
const IN_TABLES: Partial<Record<MappedField, string>> = {
  occurredAt: '(?:(?:order|purchase|payment|booking|sale)_?date|date_?paid|created_?date)(?:_(?:utc|gmt).*)?',
  fullName: 'customer|client|buyer|card_?name',
  city: '(?:billing|shipping|customer)(?:city|town)',
  region: '(?:billing_?|shipping_?|ship_?|customer_?)?(?:state|county)|state_province.*',
  product: 'title',
  url: 'url|link',
  image: '(?:image|picture|photo)(?:_?url)?',
  quantity: '.*_(?:quantity|qty)',
  amount: 'gross|(?:gross|net)_sales|order_?value|sale_price|order_?total_inc_tax',
  rating: 'score',
};

/** The time of day, where the date is in a column of its own. */
const TIME_OF_DAY = /^(?:(?:order|purchase|payment|sale)_?)?time(?:_(?:utc|gmt).*)?$/;
/** What says whether an order is paid, the surest first; how far it is sent says nothing of it. */
const STATUS = [/^(?:payment|financial)_?status$/, /^(?:order|transaction)_?status$/, /^status$/];
/** What says that it no longer holds: the columns of Gumroad and Square. */
const GONE = [/^(?:is_?)?refunded$/, /^event_type$/];

/** Ticks in columns of yes and no. */
const YES = ['1', 'true', 'yes'];

/** @returns what the body or the file seems to tell of. */
function kindOf(fields: Mapping['fields'], isTable: boolean) {
  if (fields.rating) return 'review';
  return isTable || fields.amount || fields.product ? 'purchase' : 'signup';
}

/** @returns a mapping for the body; it may lack what is required. */
export const suggestMapping = (body: unknown): Mapping => suggest(leavesOf(body));

/** Values that a mapping may have for a sign. */
const EQUALS_MAX = 10;

/** @returns the different values of a column, as the file has them. */
export function valuesIn(header: readonly string[], rows: readonly (readonly string[])[], column: string): string[] {
  const place = header.map(exact).indexOf(exact(column));
  const values = new Map<string, string>();
  for (const cells of rows) {
    const value = cells[place]?.trim() ?? '';
    if (value !== '' && !values.has(exact(value))) values.set(exact(value), value);
  }
  return [...values.values()];
}

/**
 * @param header of a file. Which of two columns of a name is meant can't be guessed. @param rows the first.
 * @returns a mapping by what the columns are called and, of an order's status, by what they say; it may lack what is required.
 */
export function suggestColumns(header: readonly string[], rows: readonly (readonly string[])[] = []): Mapping {
  const names = header.map(exact);
  const isOne = (name: string) => name !== '' && names.indexOf(name) === names.lastIndexOf(name);
  const columns = header.filter((_, place) => isOne(names[place] ?? '')).map((name) => name.trim());
  const leaves = columns.map((name) => ({ path: [name], value: undefined }));
  const mapping = suggest(leaves, true);
  const find = (patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => columns.filter((name) => pattern.test(wayOf({ path: [name], value: undefined }))))[0];
  const sign = (patterns: readonly RegExp[], isMeant: (value: string) => boolean) => {
    const column = find(patterns);
    const values = column === undefined ? [] : valuesIn(header, rows, column);
    return column === undefined || values.length === 0
      ? undefined
      : { pointer: toPointer([column]), equals: values.filter(isMeant).slice(0, EQUALS_MAX) };
  };
  const paidWhen = sign(STATUS, (value) => orderStateOf(value) === 'paid');
  const gone = sign(GONE, (value) => YES.includes(value.toLowerCase()) || orderStateOf(value) === 'refunded');
  const time = find([TIME_OF_DAY]);
  const { occurredAt } = mapping.fields;
  const isApart = time !== undefined && occurredAt?.pointers && !occurredAt.pointers.includes(toPointer([time]));
  return {
    ...mapping,
    fields: {
      ...mapping.fields,
      ...(isApart && { occurredAt: { pointers: [...(occurredAt.pointers ?? []), toPointer([time])] } }),
    },
    ...(paidWhen && { paidWhen }),
    ...(gone && gone.equals.length > 0 && { retractWhen: gone }),
  };
}

function suggest(all: readonly Leaf[], isTable = false): Mapping {
  const leaves = all.map((leaf) => ({ ...leaf, way: wayOf(leaf) }));
  const fields: Partial<Record<MappedField, FieldMapping>> = {};
  for (const [field, ways, fits] of SIGNS) {
    const inTables = isTable ? IN_TABLES[field] : undefined;
    const found = [...ways, ...(inTables ? [inTables] : [])]
      .map((way) => new RegExp(`^(?:${way})$`))
      .map((pattern) => leaves.find(({ way, value }) => pattern.test(way) && (value === undefined || fits(value))))
      .find((leaf) => leaf !== undefined);
    if (found) fields[field] = { pointers: [toPointer(found.path)] };
  }
  // A name in two fields says more than one in one.
  if (fields.firstName) delete fields.fullName;
  // Any body may have a message; a review's is what it says.
  if (!fields.rating && !isTable) delete fields.text;
  return { fields: { ...fields, kind: fields.kind ?? { value: kindOf(fields, isTable) } } };
}
