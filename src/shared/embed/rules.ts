// Whether compiled rules hold on a page: two comparisons and the subjects they are made with. What conditions mean is
// told in rule-types.ts, and made from what owners store in compile-rules.ts. Pure.
import type { Facts } from './facts.ts';
import type { CompiledCondition, CompiledRules } from './rule-types.ts';

/** @returns the page's address as rules compare it: without query, with a fragment only where it is a route. */
export const addressOf = (href: string): string => href.replace(/\?[^#]*|#(?!!?\/).*/g, '');

/**
 * Worked out once for all the conditions of a moment: in browsers it takes longer than everything else about them.
 * @returns `YYYY-MM-DD hh:mm:ss` in the site's time zone, as the Swedish write it. @throws where there is no such zone.
 */
const localTime = (facts: Facts): string =>
  (facts.local ??= new Date(facts.now).toLocaleString('sv', { timeZone: facts.timezone }));

type Subjects = (facts: Facts, name: string) => unknown[];

/** Subjects that are not simply the fact of the same name. */
const SUBJECTS: Record<string, Subjects> = {
  page: ({ href }) => [addressOf(href).replace(/^.*?\/\/[^/]*/, '')],
  address: ({ href }) => [addressOf(href)],
  query: ({ href }, name) => new URL(href).searchParams.getAll(name),
  visitor: ({ visits }) => [visits > 1 ? 'returning' : 'new'],
  date: (facts) => [localTime(facts).slice(0, 10)],
  weekday: (facts) => [new Date(localTime(facts).slice(0, 10)).toUTCString().slice(0, 3)],
  hour: (facts) => [localTime(facts).slice(11, 16)],
  // A blank text is no number, and nothing else either.
  fact: ({ fact }, name) => [fact(name)?.trim()],
};

/** @returns whether `text` is `parts` in this order, with anything between them. Never goes back: always fast. */
function isMadeOf(text: string, parts: string[]): boolean {
  let at = 0;
  return (
    parts.every((part, i) => {
      const found = i + 1 < parts.length ? text.indexOf(part, at) : text.lastIndexOf(part);
      const isInPlace = found >= at && (i > 0 || found === 0);
      at = found + part.length;
      return isInPlace;
    }) && at === text.length
  );
}

/**
 * @returns whether the rules, or the condition, hold; without conditions, or where there are no rules, they do. Never
 * throws: what is malformed, or of an unknown kind, does not hold. Letter case makes no difference.
 */
export function rulesHold(rules: CompiledRules | CompiledCondition | undefined, facts: Facts): boolean {
  if (!rules) return true;
  const { match, conditions, type, name, not, like, from, to } = rules as CompiledRules & Required<CompiledCondition>;
  const holds = (one: CompiledRules | CompiledCondition) => rulesHold(one, facts);
  try {
    if (conditions) return match === 'any' && conditions[0] ? conditions.some(holds) : conditions.every(holds);
    const subjects =
      type in SUBJECTS ? (SUBJECTS[type] as Subjects)(facts, name) : type in facts && [facts[type as 'device']];
    const fits = (subject: unknown) =>
      subject &&
      (like
        ? like.some((parts) => isMadeOf(`${subject}`.toLowerCase(), parts))
        : (subject as string) >= from && (subject as string) <= to);
    return (subjects as unknown[]).some(fits) !== !!not;
  } catch {
    return false;
  }
}
