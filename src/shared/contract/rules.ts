// Rules on the wire: which conditions can be stored. embed/rule-types.ts defines their meaning.
import { z } from 'zod';
import { DEVICES } from '../embed/payload.ts';
import { CONDITION_OPERATORS, type ConditionType, VISITOR_KINDS, WEEKDAYS } from '../embed/rule-types.ts';
import { CONDITION_VALUES_MAX, CONDITIONS_MAX, GROUP_CONDITIONS_MAX, RULES_LENGTH_MAX } from '../limits.ts';
import { bounded, boundedText, calendarDay, filledText, text } from './text.ts';

const LENGTH_MAX = 300;
const NAME_MAX = 60;

type Operators = typeof CONDITION_OPERATORS;
const operatorOf = <T extends ConditionType>(type: T) => {
  const operators: readonly Operators[T][number][] = CONDITION_OPERATORS[type];
  return z.enum(operators, `One of ${operators.join(', ')}`);
};
const condition = <T extends ConditionType, Value extends z.ZodType>(type: T, value: Value) =>
  z.strictObject({ type: z.literal(type), operator: operatorOf(type), value });
const anyOf = <T extends z.ZodType<string>>(value: T) =>
  bounded(
    z.array(value).min(1, 'Enter at least one value'),
    CONDITION_VALUES_MAX,
    `At most ${CONDITION_VALUES_MAX} values`,
  );
const words = <T extends string>(all: readonly [T, ...T[]]) => anyOf(z.enum(all, `One of ${all.join(', ')}`));
const whole = (min: number, max: number) =>
  z.number().int('Enter a whole number').min(min, `Between ${min} and ${max}`).max(max, `Between ${min} and ${max}`);

const value = filledText(LENGTH_MAX, 'Enter a value');

/** A page by its address, as rules and goals have it. */
export const pageSchema = condition('page', anyOf(value)).superRefine(({ operator, value }, ctx) => {
  for (const [at, address] of value.entries()) {
    if (address.includes('?')) {
      const message = 'Leave out the ? and everything after it. Query parameters have their own condition';
      ctx.addIssue({ code: 'custom', message, path: ['value', at] });
      continue;
    }
    if (operator === 'contains' || operator === 'ends-with') continue;
    if (/^(\/|https?:\/\/)/i.test(address) || (operator === 'matches' && address.startsWith('*'))) continue;
    ctx.addIssue({ code: 'custom', message: 'Must start with / or https://', path: ['value', at] });
  }
});

const named = { name: text(NAME_MAX).regex(/^\S+$/, 'Enter a name without spaces') };
const query = z.strictObject({
  type: z.literal('query'),
  ...named,
  operator: operatorOf('query'),
  value: anyOf(value),
});

const referrer = condition(
  'referrer',
  anyOf(value.refine((host) => !/[/:?#\s]/.test(host), 'Enter a hostname, such as google.com')),
);

const NO_LANGUAGE = 'Enter a language such as pt or pt-BR';
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
const language = condition('language', anyOf(boundedText(LENGTH_MAX, NO_LANGUAGE).regex(LANGUAGE, NO_LANGUAGE)));

const device = condition('device', words(DEVICES));
const visitor = condition('visitor', words(VISITOR_KINDS));
const weekday = condition('weekday', words(WEEKDAYS));

const visits = condition('visits', whole(1, 10_000));
const pages = condition('pages', whole(1, 10_000));
/** Up to a day on one page. */
const time = condition('time', whole(1, 86_400));
const scroll = condition('scroll', whole(1, 100));
const exit = z.strictObject({ type: z.literal('exit'), operator: operatorOf('exit') });

const DAY = 'Enter a date such as 2026-12-24, or leave it empty';
const NOT_TWO_DAYS = 'Enter a first and a last day';
const day = z.union([z.literal(''), calendarDay(DAY)], DAY);
const date = condition(
  'date',
  bounded(
    z
      .array(day)
      .length(2, NOT_TWO_DAYS)
      .refine(([first, last]) => first !== '' || last !== '', 'Enter a first or a last day')
      .refine(([first = '', last = '']) => first === '' || last === '' || first <= last, 'Ends before it starts'),
    2,
    NOT_TWO_DAYS,
  ),
);

const NOT_TWO_TIMES = 'Enter a start and an end';
const NO_CLOCK = 'Enter a time such as 09:30';
const clock = boundedText(5, NO_CLOCK).regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, NO_CLOCK);
const hour = condition(
  'hour',
  bounded(
    z
      .array(clock)
      .length(2, NOT_TWO_TIMES)
      .refine(([start, end]) => start !== end, 'Start and end must differ'),
    2,
    NOT_TWO_TIMES,
  ),
);

const fact = z
  .strictObject({
    type: z.literal('fact'),
    ...named,
    operator: operatorOf('fact'),
    value: z.union([anyOf(value), z.number()], 'Enter a list of strings or a number'),
  })
  .refine(
    ({ operator, value }) => (typeof value === 'number') === (operator === 'at-least' || operator === 'at-most'),
    { path: ['value'], message: 'at-least and at-most take a number, the others a list of strings' },
  );

const CONDITIONS = [
  pageSchema,
  query,
  referrer,
  device,
  language,
  visitor,
  visits,
  pages,
  time,
  scroll,
  exit,
  date,
  weekday,
  hour,
  fact,
] as const;

const UNKNOWN = `One of ${[...Object.keys(CONDITION_OPERATORS), 'group'].join(', ')}`;
export const conditionSchema = z.discriminatedUnion('type', CONDITIONS, UNKNOWN);

const match = z.enum(['all', 'any'], 'Either all or any');
const group = z.strictObject({
  type: z.literal('group'),
  match,
  conditions: bounded(
    z.array(conditionSchema).min(1, 'Add at least one condition'),
    GROUP_CONDITIONS_MAX,
    `At most ${GROUP_CONDITIONS_MAX} conditions in a group`,
  ),
});

export const rulesSchema = z.strictObject({
  match,
  conditions: bounded(
    z
      .array(z.discriminatedUnion('type', [...CONDITIONS, group], UNKNOWN))
      .refine(
        (conditions) => JSON.stringify(conditions).length <= RULES_LENGTH_MAX,
        'Too long: every visitor downloads these rules',
      ),
    CONDITIONS_MAX,
    `At most ${CONDITIONS_MAX} conditions`,
  ),
});
/** What a save sends: given keys replace stored ones, the list as a whole. */
export const rulesPatch = rulesSchema.partial();
