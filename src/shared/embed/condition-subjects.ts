// The subjects of conditions: each one's name, how to write its values, and its value on this page right now. Pure;
// rules.ts evaluates rules against the same facts.

import type { Facts } from './facts.ts';
import type { ConditionType } from './rule-types.ts';
import { SUBJECTS as COMPARED } from './rules.ts';

export type Subject = {
  /** With its article: 'the number of visits'. */
  label(name: string): string;
  /** Formats a value. */
  say(value: string): string;
  /** Appended to numbers. */
  unit: string;
  found(facts: Facts, name: string): string;
};

const WEEKDAYS: Record<string, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

export const quoted = (text: string): string => `“${text}”`;
const asIs = (text: string) => text;

/** @returns a URL with its percent-encoded letters decoded. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function parametersOf({ href }: Facts, name: string): string {
  const values = URL.canParse(href) ? new URL(href).searchParams.getAll(name) : [];
  return values.length > 0 ? values.map(quoted).join(', ') : 'not in the address';
}

function factOf({ fact }: Facts, name: string): string {
  const value = fact(name);
  return typeof value === 'string' ? quoted(value) : 'not set on this page';
}

/**
 * @param ms since 1970.
 * @returns day (YYYY-MM-DD), weekday (Monday) and time (HH:MM) in the zone; null for a zone unknown to the browser.
 */
function calendarOf(ms: number, timeZone: string): { day: string; weekday: string; time: string } | null {
  try {
    const in_ = (locale: string, form: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(ms);
    return {
      day: in_('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' }),
      weekday: in_('en-GB', { weekday: 'long' }),
      time: in_('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    };
  } catch {
    return null;
  }
}

const inZone =
  (part: 'day' | 'weekday' | 'time') =>
  ({ now, timezone }: Facts): string => {
    const calendar = calendarOf(now, timezone);
    return calendar ? `${calendar[part]} in ${timezone}` : `this browser doesn't know the time zone ${timezone}`;
  };

const subject = (label: string, found: Subject['found'], more: Partial<Subject> = {}): Subject => ({
  label: () => label,
  say: asIs,
  unit: '',
  found,
  ...more,
});

const encoded = { say: (value: string) => quoted(readable(value)) };

const SUBJECTS: Record<ConditionType | 'address', Subject> = {
  page: subject('the page', (facts) => COMPARED.page(facts).map(readable).join(), encoded),
  address: subject('the page', (facts) => COMPARED.address(facts).map(readable).join(), encoded),
  query: subject('', parametersOf, { label: (name) => `the query parameter ${quoted(name)}`, say: quoted }),
  referrer: subject('the site this visit came from', ({ referrer }) => referrer || 'came directly', { say: quoted }),
  device: subject('the device', ({ device }) => device),
  language: subject("the visitor's language", ({ language }) => language),
  visitor: subject('the visitor', ({ visits }) => `${visits > 1 ? 'returning' : 'new'}, visit ${visits}`),
  visits: subject('the number of visits', ({ visits }) => `${visits}`),
  pages: subject('the number of pages in this visit', ({ pages }) => `${pages}`),
  time: subject('the time on the page', ({ time }) => `${Math.floor(time)} s`, { unit: ' s' }),
  scroll: subject('the scroll depth', ({ scroll }) => `${Math.floor(scroll)}%`, { unit: '%' }),
  exit: subject('the mouse left through the top of the page', ({ exit }) => (exit ? 'yes' : 'not yet')),
  date: subject('the date', inZone('day')),
  weekday: subject('the day of the week', inZone('weekday'), { say: (value) => WEEKDAYS[value] ?? value }),
  hour: subject('the time of day', inZone('time')),
  fact: subject('', factOf, { label: (name) => `the fact ${quoted(name)}`, say: quoted }),
};

/** @returns the subject of a condition type; null for a type from a later version. */
export const subjectOf = (type: string): Subject | null =>
  // Old pages add keys to every object.
  Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type as ConditionType] : null;
