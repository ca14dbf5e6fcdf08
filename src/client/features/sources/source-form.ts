// Converts between a source's settings and the fields of their form, which hold text. Pure.
import { z } from 'zod';
import { readNumber } from '#client/ui/number-text.ts';
import {
  type Source,
  sourcePrivacySchema,
  sourceRulesSchema,
  type UpdateSourceInput,
  updateSourceInput,
} from '#shared/contract/source.ts';
import { text } from '#shared/contract/text.ts';
import { EVENT_RETENTION_DAYS_MAX, EVENTS_SHOWN_MAX } from '#shared/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';

/** In seconds, the largest first. */
export const UNITS = { days: DAY / SECOND, hours: HOUR / SECOND, minutes: MINUTE / SECOND, seconds: 1 } as const;
export type Unit = keyof typeof UNITS;
/** A length of time as it is typed. */
export type Duration = { amount: string; unit: Unit };

const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** @returns the seconds in the largest unit that leaves no fraction; none at all in minutes. */
export function durationOf(seconds: number): Duration {
  const unit = seconds === 0 ? 'minutes' : (UNIT_NAMES.find((one) => seconds % UNITS[one] === 0) ?? 'seconds');
  return { amount: String(seconds / UNITS[unit]), unit };
}

/** @returns the length in words: '5 minutes', '1 day'. */
export function durationText(seconds: number): string {
  const { amount, unit } = durationOf(seconds);
  return `${amount} ${amount === '1' ? unit.slice(0, -1) : unit}`;
}

/** @param min and `max` in seconds. @returns the schema of a length of time, which puts out whole seconds. */
const duration = (min: number, max: number) =>
  z.custom<Duration>().transform(({ amount, unit }, ctx) => {
    const read = readNumber(amount, { min: 0, max: 9_999_999_999 });
    const seconds = typeof read === 'number' ? Math.round(read * UNITS[unit]) : null;
    if (seconds !== null && seconds >= min && seconds <= max) return seconds;
    const message =
      seconds === null
        ? 'Enter a number'
        : seconds < min
          ? `At least ${durationText(min)}`
          : `At most ${durationText(max)}`;
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const typedNumber = text(100);

const wholeNumber = (min: number, max: number) =>
  typedNumber.transform((typed, ctx) => {
    const read = readNumber(typed, { min, max, isWhole: true });
    if (typeof read === 'number') return read;
    ctx.addIssue({ code: 'custom', message: read.issue });
    return z.NEVER;
  });

/** An empty text is none. */
const amount = typedNumber.transform((typed, ctx) => {
  const read = typed.trim() === '' ? null : readNumber(typed, { min: 0, max: 9_999_999_999 });
  if (read === null || typeof read === 'number') return read;
  ctx.addIssue({ code: 'custom', message: 'Enter an amount, such as 20' });
  return z.NEVER;
});

const { quietHours, products } = sourceRulesSchema.shape;
const { from, to } = quietHours.unwrap().shape;
const { include, exclude } = products.unwrap().shape;
const { shape: privacy } = sourcePrivacySchema;
const MONTH = 30 * UNITS.days;

export const sourceFormSchema = z
  .object({
    name: updateSourceInput.shape.name.unwrap(),
    hosts: updateSourceInput.shape.hosts.unwrap(),
    /** What stands in the field of the hosts and isn't one: the field says so. */
    typed: z.string().max(0),
    retentionDays: wholeNumber(1, EVENT_RETENTION_DAYS_MAX),
    /** Empty for our own words. */
    templateId: z.string(),
    minAge: duration(0, MONTH),
    maxAge: duration(UNITS.minutes, EVENT_RETENTION_DAYS_MAX * UNITS.days),
    minAmount: amount,
    include: include.unwrap(),
    exclude: exclude.unwrap(),
    isOnlineOnly: z.boolean(),
    isQuiet: z.boolean(),
    from,
    to,
    cap: wholeNumber(1, EVENTS_SHOWN_MAX),
    shownName: privacy.name,
    place: privacy.place,
    minPlaceCount: wholeNumber(1, 1_000),
    amount: privacy.amount,
    time: privacy.time,
  })
  .refine(({ minAge, maxAge }) => maxAge > minAge, {
    path: ['maxAge'],
    message: 'Must be longer than the wait before it shows',
  });
export type SourceFormValues = z.input<typeof sourceFormSchema>;
export type SourceFormOutput = z.output<typeof sourceFormSchema>;

/** What the hours are when an owner first asks for quiet ones. */
const NIGHT = { from: '22:00', to: '08:00' };

export const valuesOf = ({ name, hosts, retentionDays, templateId, rules, privacy }: Source): SourceFormValues => ({
  name,
  hosts,
  typed: '',
  retentionDays: String(retentionDays),
  templateId: templateId ?? '',
  minAge: durationOf(rules.minAge),
  maxAge: durationOf(rules.maxAge),
  minAmount: rules.minAmount === undefined ? '' : String(rules.minAmount),
  include: rules.products?.include ?? [],
  exclude: rules.products?.exclude ?? [],
  isOnlineOnly: rules.isOnlineOnly,
  isQuiet: rules.quietHours !== undefined,
  ...(rules.quietHours ?? NIGHT),
  cap: String(rules.cap),
  shownName: privacy.name,
  place: privacy.place,
  minPlaceCount: String(privacy.minPlaceCount),
  amount: privacy.amount,
  time: privacy.time,
});

const hasAny = (part: object): boolean => Object.keys(part).length > 0;
const pick = <T extends object, K extends keyof T>(given: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.filter((key) => key in given).map((key) => [key, given[key]])) as Pick<T, K>;

/**
 * @param values of the whole form. @param changed of them what the owner changed: defaults that nobody touched stay
 * defaults.
 */
export function patchOf(
  values: SourceFormOutput,
  changed: Partial<SourceFormOutput>,
): Omit<UpdateSourceInput, 'siteId' | 'sourceId'> {
  const { isQuiet, from, to } = values;
  const isChanged = (...keys: (keyof SourceFormOutput)[]) => keys.some((key) => key in changed);
  const products = {
    ...(values.include.length > 0 && { include: values.include }),
    ...(values.exclude.length > 0 && { exclude: values.exclude }),
  };
  const rules = {
    ...pick(changed, ['minAge', 'maxAge', 'minAmount', 'isOnlineOnly', 'cap']),
    ...(isChanged('include', 'exclude') && { products: hasAny(products) ? products : null }),
    ...((isChanged('isQuiet') || (isQuiet && isChanged('from', 'to'))) && {
      quietHours: isQuiet ? { from, to } : null,
    }),
  };
  const privacy = {
    ...pick(changed, ['place', 'minPlaceCount', 'amount', 'time']),
    ...(isChanged('shownName') && { name: values.shownName }),
  };
  return {
    ...pick(changed, ['name', 'hosts', 'retentionDays']),
    ...(isChanged('templateId') && { templateId: values.templateId || null }),
    ...(hasAny(rules) && { rules }),
    ...(hasAny(privacy) && { privacy }),
  };
}

/** @returns the form's name for a field of the server: of `rules.quietHours.from`, the last word. */
export function fieldOf(field: string): string {
  if (field === 'privacy.name') return 'shownName';
  const parts = field.split('.').filter((part) => !/^(?:rules|privacy|products|quietHours|\d+)$/.test(part));
  return parts[0] ?? field;
}
