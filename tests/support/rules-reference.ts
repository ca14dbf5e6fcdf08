// Evaluates rules slowly and obviously, following the wording of rule-types.ts and sharing no code with the evaluator
// that it is compared with. Accepts only conditions that can be stored.
import type { Facts } from '#shared/embed/facts.ts';
import { type Condition, type ConditionGroup, type Rules, WEEKDAYS } from '#shared/embed/rule-types.ts';

/** Decodes percent escapes byte by byte; anything else stays. */
function decoded(text: string): string {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const three = text.slice(i, i + 3);
    if (/^%[0-9a-fA-F]{2}$/.test(three)) {
      bytes.push(Number.parseInt(three.slice(1), 16));
      i += 2;
    } else {
      const point = String.fromCodePoint(text.codePointAt(i) as number);
      bytes.push(...new TextEncoder().encode(point));
      i += point.length - 1;
    }
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes));
}

/** Tries every way to match the pattern against the text. */
function wildcard(text: string, pattern: string): boolean {
  const reached = new Set<string>();
  const go = (i: number, j: number): boolean => {
    const key = `${i} ${j}`;
    if (reached.has(key)) return false;
    reached.add(key);
    if (j === pattern.length) return i === text.length;
    if (pattern[j] === '*') return go(i, j + 1) || (i < text.length && go(i + 1, j));
    return i < text.length && text[i] === pattern[j] && go(i + 1, j + 1);
  };
  return go(0, 0);
}

function fitsText(operator: string, text: string, value: string): boolean {
  const [a, b] = [text.toLowerCase(), value.toLowerCase()];
  if (operator === 'is' || operator === 'is-not') return a === b;
  if (operator === 'contains') return a.split(b).length > 1;
  if (operator === 'starts-with') return a.slice(0, b.length) === b;
  if (operator === 'ends-with') return b === '' || a.slice(-b.length) === b;
  if (operator === 'matches') return wildcard(a, b);
  throw new Error(operator);
}

const unslashed = (text: string) => (text.slice(-1) === '/' ? text.slice(0, -1) : text);

/** As a browser writes it: anything except visible ASCII is percent-encoded as UTF-8. */
function encoded(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const write = (byte: number) =>
    byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`;
  return bytes.map(write).join('');
}

function fitsPage(operator: string, href: string, given: string): boolean {
  const { origin, pathname, hash } = new URL(href);
  const isRoute = hash.slice(0, 2) === '#/' || hash.slice(0, 3) === '#!/';
  const route = isRoute ? (hash.slice(1).split('#')[0]?.split('?')[0] ?? '') : '';
  const path = pathname + (isRoute ? `#${route}` : '');
  const value = encoded(given);
  const isAddress = ['http:', 'https:'].some((scheme) => value.toLowerCase().indexOf(scheme) === 0);
  const subject = isAddress ? origin + path : path;
  if (operator !== 'is' && operator !== 'is-not') return fitsText(operator, subject, value);
  return [unslashed(value), `${unslashed(value)}/`].some((one) => fitsText(operator, subject, one));
}

/** The site's local time, from formatted date parts. */
function wallClock({ now, timezone }: Facts) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  // Zeller: 0 is Saturday.
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [y, m] = month < 3 ? [year - 1, month + 12] : [year, month];
  const place =
    (day + Math.floor((13 * (m + 1)) / 5) + y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)) % 7;
  return {
    date,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
    weekday: WEEKDAYS[(place + 5) % 7] as string,
  };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function textsOf(condition: Condition, facts: Facts): string[] {
  switch (condition.type) {
    case 'query': {
      const pairs = (new URL(facts.href).search.slice(1) || '').split('&').filter(Boolean);
      const read = (text: string) => decoded(text.split('+').join(' '));
      return (
        pairs
          .map((pair) => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')])
          .filter(([name]) => read(name ?? '') === condition.name)
          .map(([, value]) => read(value ?? ''))
          // An empty parameter counts as missing.
          .filter((value) => value !== '')
      );
    }
    case 'referrer': {
      const labels = facts.referrer === '' ? [] : facts.referrer.split('.');
      return labels.map((_, i) => labels.filter((_label, j) => j >= i).join('.'));
    }
    case 'language': {
      const tags = facts.language === '' ? [] : facts.language.split('-');
      return tags.map((_, i) => tags.filter((_tag, j) => j <= i).join('-'));
    }
    case 'device':
      return [facts.device];
    case 'visitor':
      return [facts.visits === 1 ? 'new' : 'returning'];
    case 'weekday':
      return [wallClock(facts).weekday];
    case 'fact': {
      const value = facts.fact(condition.name);
      return !value || value.trim() === '' ? [] : [value.trim()];
    }
    default:
      throw new Error(condition.type);
  }
}

/** @returns whether the condition holds, as rule-types.ts defines it. */
export function reference(condition: Condition | ConditionGroup, facts: Facts): boolean {
  if (condition.type === 'group') return referenceAll(condition, facts);
  if (condition.type === 'exit') return facts.exit;
  if (condition.type === 'date') {
    const { date } = wallClock(facts);
    const [first = '', last = ''] = condition.value;
    return (first === '' || date >= first) && (last === '' || date <= last);
  }
  if (condition.type === 'hour') {
    const { minutes } = wallClock(facts);
    const [start = 0, end = 0] = condition.value.map(minutesOf);
    // Every minute from start to end, past midnight if need be.
    for (let i = start; i !== end; i = (i + 1) % 1_441) if (i === minutes) return true;
    return false;
  }
  if (typeof condition.value === 'number') {
    const value = condition.type === 'fact' ? (facts.fact(condition.name) ?? '') : `${facts[condition.type as 'time']}`;
    if (value.trim() === '' || Number.isNaN(Number(value))) return false;
    return condition.operator === 'at-least' ? Number(value) >= condition.value : Number(value) <= condition.value;
  }
  const values: readonly string[] = condition.value;
  const isAnyFitting =
    condition.type === 'page'
      ? values.some((value) => fitsPage(condition.operator, facts.href, value))
      : textsOf(condition, facts).some((text) => values.some((value) => fitsText(condition.operator, text, value)));
  return condition.operator === 'is-not' ? !isAnyFitting : isAnyFitting;
}

/** @returns whether the rules, or a group of them, hold. */
export function referenceAll({ match, conditions }: Rules, facts: Facts): boolean {
  if (conditions.length === 0) return true;
  const held = conditions.filter((condition) => reference(condition, facts)).length;
  return match === 'all' ? held === conditions.length : held > 0;
}
