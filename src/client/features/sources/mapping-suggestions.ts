// Which field of an event a value in a body probably is, by what it is called and what it looks like. A start for the owner,
// who sees each on the screen before anything is saved. Pure.
import type { EventField } from '#shared/contract/event-fields.ts';
import type { BodyMapping, FieldMapping } from '#shared/contract/mapping.ts';
import { instantOf } from '#shared/event-mapping.ts';
import { toPointer } from '#shared/json-pointer.ts';
import { numberAt, textAt } from '#shared/read-json.ts';

export type Leaf = { path: (string | number)[]; value: unknown };

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

/** @returns the way to a value as it is matched: 'billing_address.first_name', without positions. */
const wayOf = ({ path }: Leaf): string =>
  path
    .filter((key) => typeof key === 'string')
    .map((key) => key.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[\s-]+/g, '_'))
    .join('.')
    .toLowerCase();

const PERSON =
  '(?:customer|buyer|client|guest|user|contact|person|member|attendee|invitee|payer|billing|shipping|billing_address|shipping_address|address)';
const ITEM = '(?:line_items|items|products|product|item|rooms|tickets|lines|order_items|cart)';

const isNumber = (value: unknown) => numberAt(value) !== undefined;
const isText = (value: unknown) => textAt(value) !== undefined;
const isLink = (value: unknown) => /^https?:\/\//.test(textAt(value) ?? '');
const isId = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
const isStars = (value: unknown) => {
  const stars = numberAt(value);
  return stars !== undefined && stars >= 1 && stars <= 5;
};

/** The ways that lead to a field, the surest first, and what its value looks like. */
const SIGNS: readonly (readonly [field: EventField, ways: readonly string[], fits: (value: unknown) => boolean])[] = [
  [
    'id',
    [
      `(?:[^.]+\\.)?(?:event_id|order_id|booking_id|transaction_id|payment_id|id|uuid)`,
      `.*\\b(?:order|booking|transaction)_id`,
    ],
    isId,
  ],
  [
    'reference',
    [
      '.*(?:order_number|booking_number|invoice_number|order_no|order_name)',
      `(?!(?:.*\\.)?${PERSON}\\.)(?:[^.]+\\.)?(?:number|reference)`,
      '.*order_id',
    ],
    isId,
  ],
  [
    'occurredAt',
    [
      '.*(?:paid|purchased|ordered|completed|processed|placed|submitted|booked|occurred)_(?:at|on|date|time)',
      '.*(?:created|date_created)(?:_(?:at|on|date|time))?',
      '(?:.*\\.)?(?:timestamp|date|time|occurred_at)',
    ],
    (value) => instantOf(value) !== undefined,
  ],
  [
    'firstName',
    [
      '.*(?:first|given)_?name',
      `.*${PERSON}\\.(?:full_)?name`,
      `.*(?:customer|buyer|guest|client|user|full)_name`,
      'name',
    ],
    isText,
  ],
  ['lastName', ['.*(?:last|family)_?name', '.*surname'], isText],
  ['email', ['.*e_?mail(?:_address)?'], (value) => /^\S{1,99}@\S{1,253}$/.test(textAt(value) ?? '')],
  ['city', ['.*(?:city|town)'], isText],
  ['region', ['.*(?:region|province)', `.*${PERSON}\\.state`], isText],
  ['country', ['.*country_code', '.*country(?:_name)?'], isText],
  [
    'product',
    [
      `.*${ITEM}\\.(?:title|name|product_name|product|description)`,
      '.*(?:product|item|plan|event_type|course|service)[._]?(?:name|title)',
      '(?:.*\\.)?(?:product|item|plan|course|service)',
    ],
    isText,
  ],
  ['url', [`.*${ITEM}\\.(?:url|link|permalink)`, '.*product_(?:url|link)'], isLink],
  [
    'image',
    [`.*${ITEM}\\.(?:image|image_url|picture|thumbnail)(?:\\.(?:src|url))?`, '.*product_image(?:_url)?'],
    isLink,
  ],
  ['quantity', [`.*${ITEM}\\.(?:quantity|qty)`, '(?:.*\\.)?(?:quantity|qty)'], isNumber],
  [
    'amount',
    [
      '(?:[^.]+\\.)?(?:grand_total|total|total_price|total_amount|amount_total|amount|price)(?:\\.(?:value|amount))?',
      '.*(?:total|amount)',
    ],
    isNumber,
  ],
  ['currency', ['.*currency(?:_code)?'], (value) => /^[a-z]{3}$/i.test(textAt(value) ?? '')],
  ['rating', ['(?:.*\\.)?(?:rating|stars)'], isStars],
  ['text', ['(?:.*\\.)?(?:review|review_text|comment|body|content)'], isText],
];

const CHOSEN_WITH_RATING: readonly EventField[] = ['text'];

/** @returns what the body seems to tell of. */
function kindOf(fields: Partial<Record<EventField, FieldMapping>>) {
  if (fields.rating) return 'review';
  return fields.amount || fields.product ? 'purchase' : 'signup';
}

/** A longer way is no name that anybody gave. */
const WAY_MAX = 200;

/** @returns a mapping for the body; it may lack what is required. */
export function suggestMapping(body: unknown): BodyMapping {
  const leaves = leavesOf(body)
    .map((leaf) => ({ ...leaf, way: wayOf(leaf) }))
    .filter(({ way }) => way.length <= WAY_MAX);
  const fields: Partial<Record<EventField, FieldMapping>> = {};
  for (const [field, ways, fits] of SIGNS) {
    const patterns = ways.map((way) => new RegExp(`^${way}$`));
    const found = patterns
      .map((pattern) => leaves.find(({ way, value }) => pattern.test(way) && fits(value)))
      .find((leaf) => leaf !== undefined);
    if (found && (fields.rating || !CHOSEN_WITH_RATING.includes(field)))
      fields[field] = { pointers: [toPointer(found.path)] };
  }
  return { fields: { ...fields, kind: { value: kindOf(fields) } } };
}
