// A trial of rules: a made-up visit, and what the widget's own evaluator makes of it. Pure.
import { completedLink } from '#client/form/links.ts';
import { compileRules } from '#shared/embed/compile-rules.ts';
import { ruleLines } from '#shared/embed/describe-rules.ts';
import type { Facts } from '#shared/embed/facts.ts';
import type { Device } from '#shared/embed/payload.ts';
import type { Condition, ConditionType, Rules } from '#shared/embed/rule-types.ts';
import { rulesHold } from '#shared/embed/rules.ts';
import { conditionInWords } from '#shared/embed/rules-sentence.ts';
import { fromZoned } from '#shared/zoned-time.ts';
import { numberIn } from './condition-draft.ts';

/** A visit as an owner describes it; numbers are as typed. */
export type Visit = {
  address: string;
  referrer: string;
  device: Device;
  language: string;
  /** In the site's time zone, `YYYY-MM-DDTHH:MM`; '' is now. */
  when: string;
  visits: string;
  pages: string;
  time: string;
  scroll: string;
  exit: boolean;
  facts: { name: string; value: string }[];
};

/** @returns the conditions, those in groups too. */
const conditionsIn = ({ conditions }: Rules): Condition[] =>
  conditions.flatMap((one) => (one.type === 'group' ? one.conditions : [one]));

/** @returns a page that the rules ask for by name, or else the front page. */
function pageIn(rules: Rules | undefined): string {
  for (const one of rules ? conditionsIn(rules) : []) {
    if (one.type === 'page' && (one.operator === 'is' || one.operator === 'starts-with')) return one.value[0] ?? '/';
  }
  return '/';
}

/** A first visit that has just begun, on the first page that the rules name. */
export const firstVisit = (domain: string | undefined, rules?: Rules): Visit => ({
  address: addressIn(pageIn(rules), domain) ?? `https://${domain ?? 'example.com'}/`,
  referrer: '',
  device: 'desktop',
  language: 'en',
  when: '',
  visits: '1',
  pages: '1',
  time: '0',
  scroll: '0',
  exit: false,
  facts: [],
});

const atLeast = (least: number, typed: string) => Math.max(least, numberIn(typed) || 0);

/** @param domain the site's, for a path alone. @returns the full address; null if the text can't be one. */
export function addressIn(typed: string, domain: string | undefined): string | null {
  const text = typed.trim();
  const whole = text.startsWith('/') ? `https://${domain ?? 'example.com'}${text}` : completedLink(text);
  // Some browsers put up with spaces in a host.
  return /^https?:\/\/[^\s/?#]+([/?#]|$)/i.test(whole) && URL.canParse(whole) ? new URL(whole).href : null;
}

/** @returns the host of an address or, if it is none, the text itself. */
function hostIn(typed: string): string {
  const text = typed.trim();
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return text !== '' && URL.canParse(whole) ? new URL(whole).hostname : text;
}

/** @param now ms since 1970. @returns when the visit is, in ms since 1970; null if what was entered is no time. */
export function momentOf({ when }: Visit, timezone: string, now: number): number | null {
  if (when === '') return now;
  // Fields take years of six digits, and the rules' dates have four.
  const instant = /^\d{4}-/.test(when) ? fromZoned(when, timezone) : null;
  return instant && Date.parse(instant.at);
}

/** @param now ms since 1970. @returns the facts of the visit; null while its address or its time is none. */
export function factsOf(
  visit: Visit,
  site: { domain: string | undefined; timezone: string },
  now: number,
): Facts | null {
  const href = addressIn(visit.address, site.domain);
  const moment = momentOf(visit, site.timezone, now);
  if (href === null || moment === null) return null;
  const { device, language, exit, facts } = visit;
  return {
    now: moment,
    timezone: site.timezone,
    href,
    referrer: hostIn(visit.referrer),
    device,
    language: language.trim(),
    visits: atLeast(1, visit.visits),
    pages: atLeast(1, visit.pages),
    time: atLeast(0, visit.time),
    scroll: atLeast(0, visit.scroll),
    exit,
    fact: (name) => facts.findLast((fact) => fact.name === name)?.value,
  };
}

/** A condition, or group of them, after the trial. 'skipped': the answer was known before its turn came. */
export type Step = {
  state: 'holds' | 'fails' | 'skipped';
  /** Whether it decided about all of them; of a group that did, one condition may be it. */
  isDecisive: boolean;
  /** What it requires. */
  text: string;
  /** What the condition was compared with. */
  found?: string | undefined;
  /** The conditions of a group, and how they are combined. */
  group?: { match: Rules['match']; steps: Step[] };
};

/** @param isReached whether the answer isn't known yet. @param isPath whether this decides about all of them. */
function stepsOf({ match, conditions }: Rules, facts: Facts, isReached: boolean, isPath: boolean): Step[] {
  const lines = ruleLines({ match, conditions }, facts);
  // As the evaluator does, which stops at the first that settles the answer.
  const settling = lines.findIndex(({ holds }) => holds === (match === 'any'));
  return conditions.map((condition, at) => {
    const { holds = false, found } = lines[at] ?? {};
    const isTurn = isReached && (settling < 0 || at <= settling);
    const isDecisive = isPath && isTurn && at === settling;
    return {
      state: !isTurn ? 'skipped' : holds ? 'holds' : 'fails',
      isDecisive,
      text: conditionInWords(condition),
      found,
      ...(condition.type === 'group' && {
        group: { match: condition.match, steps: stepsOf(condition, facts, isTurn, isDecisive) },
      }),
    };
  });
}

export type Trial = { isShown: boolean; steps: Step[] };

/** @param isReached whether these rules are asked at all. @returns whether they hold, and how each condition fared. */
export const tryRules = (rules: Rules, facts: Facts, isReached = true): Trial => ({
  isShown: rulesHold(compileRules(rules), facts),
  steps: stepsOf(rules, facts, isReached, true),
});

/** The condition that decided, of a group its innermost; null if it took them all. */
export function decisiveStep(steps: readonly Step[]): Step | null {
  const step = steps.find(({ isDecisive }) => isDecisive);
  return (step?.group && decisiveStep(step.group.steps)) ?? step ?? null;
}

/** @returns the types of conditions that the rules have. */
export const typesIn = (rules: readonly Rules[]): Set<ConditionType> =>
  new Set(rules.flatMap(conditionsIn).map(({ type }) => type));

/** @returns the names of the facts that the rules ask for. */
export const factNamesIn = (rules: readonly Rules[]): string[] => [
  ...new Set(rules.flatMap(conditionsIn).flatMap((one) => (one.type === 'fact' ? [one.name] : []))),
];
