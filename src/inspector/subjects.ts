// What conditions are about: each subject's name in words, how values are written beside it, and what it is on this page
// just now. Pure; rules are held against the same in shared/embed/rules.ts.
import type { Facts } from '#shared/embed/facts.ts';
import type { ConditionType } from '#shared/embed/rule-types.ts';
import { calendarOf } from './times.ts';

export type Subject = {
  label(name: string): string;
  /** A text that the subject is compared with. */
  say(value: string): string;
  /** Behind a number. */
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

/** @returns an address with its letters instead of their codes, where it has codes that stand for letters. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Without query, with a fragment only where it is a route. */
const addressOf = ({ href }: Facts) => href.replace(/\?[^#]*|#(?!!?\/).*/g, '');

function parametersOf({ href }: Facts, name: string): string {
  const values = URL.canParse(href) ? new URL(href).searchParams.getAll(name) : [];
  return values.length > 0 ? values.map(quoted).join(', ') : 'not in the address';
}

function toldOf({ fact }: Facts, name: string): string {
  const told = fact(name);
  return typeof told === 'string' ? quoted(told) : 'the page told nothing';
}

const inZone =
  (part: 'day' | 'weekday' | 'time') =>
  ({ now, timezone }: Facts): string => {
    const calendar = calendarOf(now, timezone);
    return calendar ? `${calendar[part]} in ${timezone}` : `the time zone ${timezone} is unknown here`;
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
  page: subject('page', (facts) => readable(addressOf(facts).replace(/^[^/]*\/\/[^/]*/, '')), encoded),
  address: subject('page', (facts) => readable(addressOf(facts)), encoded),
  query: subject('', parametersOf, { label: (name) => `query parameter ${quoted(name)}`, say: quoted }),
  referrer: subject('the site this visit came from', ({ referrer }) => referrer || 'came directly', { say: quoted }),
  device: subject('device', ({ device }) => device),
  language: subject('language', ({ language }) => language),
  visitor: subject('visitor', ({ visits }) => `${visits > 1 ? 'returning' : 'new'}, visit ${visits}`),
  visits: subject('number of visits', ({ visits }) => `${visits}`),
  pages: subject('pages seen in this visit', ({ pages }) => `${pages}`),
  time: subject('time on page', ({ time }) => `${Math.floor(time)} s`, { unit: ' s' }),
  scroll: subject('scroll depth', ({ scroll }) => `${Math.floor(scroll)} %`, { unit: ' %' }),
  exit: subject('the mouse left the page by its upper edge', ({ exit }) => (exit ? 'it did' : 'not yet')),
  date: subject('date', inZone('day')),
  weekday: subject('weekday', inZone('weekday'), { say: (value) => WEEKDAYS[value] ?? value }),
  hour: subject('time of day', inZone('time')),
  fact: subject('', toldOf, { label: (name) => `fact ${quoted(name)}`, say: quoted }),
};

/** @returns the subject of that type of condition; null for one of a later version. */
export const subjectOf = (type: string): Subject | null =>
  // Old pages give every object more keys.
  Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type as ConditionType] : null;
