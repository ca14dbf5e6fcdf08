// Rules as a list of lines, each with its verdict: what an owner reads to see which condition is in the way. Pure.
import { conditionHolds } from '#shared/embed/compile-rules.ts';
import type { Facts } from '#shared/embed/facts.ts';
import type { CompiledCondition, CompiledRules, Condition, ConditionGroup, Rules } from '#shared/embed/rule-types.ts';
import { rulesHold } from '#shared/embed/rules.ts';
import { describeCompiled } from './describe-compiled.ts';

import { describeCondition } from './describe-condition.ts';

export type RuleLine = {
  holds: boolean;
  text: string;
  /** What the condition was held against. */
  found?: string;
  /** Of a group. */
  lines?: RuleLine[];
};

/** @returns what the match means for `count` conditions. */
export const matchWords = (match: Rules['match'], count: number): string =>
  count < 2 ? 'this must be so' : match === 'any' ? 'one of these must be so' : 'all of these must be so';

function lineOf(condition: Condition | ConditionGroup, facts: Facts): RuleLine {
  const holds = conditionHolds(condition, facts);
  if (condition.type !== 'group') {
    const { asks, found } = describeCondition(condition, facts);
    return { holds, text: asks, found };
  }
  const { match, conditions } = condition;
  return {
    holds,
    text: matchWords(match, conditions.length),
    lines: conditions.map((one) => lineOf(one, facts)),
  };
}

/** @returns one line a condition or group, in the order of the rules as an owner stored them. */
export const ruleLines = ({ conditions }: Rules, facts: Facts): RuleLine[] =>
  conditions.map((condition) => lineOf(condition, facts));

function compiledLineOf(condition: CompiledCondition | CompiledRules, facts: Facts): RuleLine {
  const holds = rulesHold(condition, facts);
  if (!('conditions' in condition)) {
    const { asks, found } = describeCompiled(condition, facts);
    return { holds, text: asks, found };
  }
  return {
    holds,
    text: matchWords(condition.match, condition.conditions.length),
    lines: compiledLines(condition, facts),
  };
}

/** @returns the same for rules as visitors' browsers get them. */
export const compiledLines = ({ conditions }: CompiledRules, facts: Facts): RuleLine[] =>
  conditions.map((condition) => compiledLineOf(condition, facts));
