// Evaluates compiled rules on a page: two comparisons and the subjects to apply them to. rule-types.ts defines what
// conditions mean; compile-rules.ts compiles what owners store. Pure.
import type { Facts } from './facts.ts';
import type { CompiledCondition, CompiledRules } from './rule-types.ts';

/** @returns the page's address as rules compare it: without the query, and with a fragment only if it is a route. */
export const addressOf = (href: string): string => href.replace(/\?[^#]*|#(?!!?\/).*/g, '');

/**
 * Computed once for all conditions of a moment: in browsers it takes longer than everything else about them.
 * @returns `YYYY-MM-DD hh:mm:ss` in the site's time zone, which is the Swedish format. @throws if the time zone does
 * not exist.
 */
const localTime = (facts: Facts): string =>
  (facts.local ??= new Date(facts.now).toLocaleString('sv', { timeZone: facts.timezone }));

type Subjects = (facts: Facts, name: string) => unknown[];

/** Subjects that differ from the fact of the same name. */
export const SUBJECTS = {
  page: ({ href }) => [addressOf(href).replace(/^.*?\/\/[^/]*/, '')],
  address: ({ href }) => [addressOf(href)],
  query: ({ href }, name) => new URL(href).searchParams.getAll(name),
  visitor: ({ visits }) => [visits > 1 ? 'returning' : 'new'],
  date: (facts) => [localTime(facts).slice(0, 10)],
  weekday: (facts) => [new Date(localTime(facts).slice(0, 10)).toUTCString().slice(0, 3)],
  hour: (facts) => [localTime(facts).slice(11, 16)],
  // Blank text is neither a number nor anything else.
  fact: ({ fact }, name) => [fact(name)?.trim()],
} satisfies Record<string, Subjects>;

/**
 * @returns whether `text` is `parts` in this order, with anything between them. Never backtracks, so it is always fast.
 */
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
 * @returns whether the rules, or the condition, hold; they do if there are no conditions or no rules. Never throws:
 * anything malformed or of an unknown type does not hold. Ignores letter case.
 */
export function rulesHold(rules: CompiledRules | CompiledCondition | undefined, facts: Facts): boolean {
  if (!rules) return true;
  const { match, conditions, type, name, not, like, from, to } = rules as CompiledRules & Required<CompiledCondition>;
  const holds = (one: CompiledRules | CompiledCondition) => rulesHold(one, facts);
  try {
    if (conditions) return match === 'any' && conditions[0] ? conditions.some(holds) : conditions.every(holds);
    const subjects =
      type in SUBJECTS
        ? (SUBJECTS[type as 'page'] as Subjects)(facts, name)
        : type in facts && [facts[type as 'device']];
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
