// Rules as they can be stored, of every type and operator, for property tests.
import fc from 'fast-check';
import {
  CONDITION_OPERATORS,
  type Condition,
  type ConditionType,
  type Rules,
  WEEKDAYS,
} from '#shared/embed/rule-types.ts';

const trimmed = (pattern: RegExp) => fc.stringMatching(pattern).map((text) => text.trim() || 'x');
const word = trimmed(/^[a-zA-Zéß“”‘ ,;*%+&=0-9]{1,8}$/);
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 4 });
const some = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 });
const whole = (max: number) => fc.integer({ min: 1, max });
const name = fc.stringMatching(/^[a-zA-Z_.-]{1,8}$/);
const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const days = fc
  .tuple(fc.option(day), fc.option(day))
  .filter(([first, last]) => (first ?? last) !== null && (!first || !last || first <= last))
  .map((both) => both.map((one) => one?.toISOString().slice(0, 10) ?? ''));
const clock = fc.oneof(fc.stringMatching(/^([01]\d|2[0-3]):[0-5]\d$/), fc.constant('24:00'));
const hours = fc.tuple(clock, clock).filter(([start, end]) => start !== end);
const path = fc
  .tuple(fc.constantFrom('/', 'https://shop.example/'), fc.stringMatching(/^[a-zé ,;*#%-]{0,8}$/))
  .map(([start, rest]) => `${start}${rest}`.trim());

const VALUES: Record<ConditionType, fc.Arbitrary<unknown>> = {
  page: list(path),
  query: list(word),
  referrer: list(fc.stringMatching(/^[a-z.*-]{1,8}$/)),
  device: some(['desktop', 'tablet', 'mobile']),
  language: list(fc.constantFrom('pt', 'pt-BR', 'zh-Hant-TW')),
  visitor: some(['new', 'returning']),
  visits: whole(10_000),
  pages: whole(10_000),
  time: whole(86_400),
  scroll: whole(100),
  exit: fc.constant(undefined),
  date: days,
  weekday: some(WEEKDAYS),
  hour: hours,
  fact: fc.constant(undefined),
};
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  // JSON knows no negative zero.
  .map((value) => value + 0);

const ofType = (type: ConditionType, operator: string): fc.Arbitrary<Condition> => {
  const isNumber = operator === 'at-least' || operator === 'at-most';
  const value = type === 'fact' ? (isNumber ? number : list(word)) : VALUES[type];
  return fc.tuple(value, name).map(
    ([given, named]) =>
      ({
        type,
        ...((type === 'query' || type === 'fact') && { name: named }),
        operator,
        ...(given !== undefined && { value: given }),
      }) as Condition,
  );
};

export const storableCondition: fc.Arbitrary<Condition> = fc.oneof(
  ...Object.entries(CONDITION_OPERATORS).flatMap(([type, operators]) =>
    operators.map((operator) => ofType(type as ConditionType, operator)),
  ),
);
const match = fc.constantFrom('all' as const, 'any' as const);
const group = fc.record({
  type: fc.constant('group' as const),
  match,
  conditions: fc.array(storableCondition, { minLength: 1, maxLength: 4 }),
});

export const storableRules: fc.Arbitrary<Rules> = fc.record({
  match,
  conditions: fc.array(fc.oneof({ weight: 3, arbitrary: storableCondition }, { weight: 1, arbitrary: group }), {
    maxLength: 6,
  }),
});
