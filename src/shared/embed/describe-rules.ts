// Lists rules line by line, each with its verdict, so that an owner sees which condition blocks. Pure.
import { conditionHolds } from './compile-rules.ts';
import { describeCompiled, describeCondition } from './describe-condition.ts';
import type { Facts } from './facts.ts';
import type { CompiledCondition, CompiledRules, Condition, ConditionGroup, Rules } from './rule-types.ts';
import { rulesHold } from './rules.ts';
import { matchInWords } from './rules-sentence.ts';

export type RuleLine = {
  holds: boolean;
  text: string;
  /** What the condition was compared with. */
  found?: string;
  /** The conditions of a group. */
  lines?: RuleLine[];
};

function lineOf(condition: Condition | ConditionGroup, facts: Facts): RuleLine {
  const holds = conditionHolds(condition, facts);
  if (condition.type !== 'group') {
    const { requirement, found } = describeCondition(condition, facts);
    return { holds, text: requirement, found };
  }
  const { match, conditions } = condition;
  return {
    holds,
    text: matchInWords(match, conditions.length),
    lines: conditions.map((one) => lineOf(one, facts)),
  };
}

/** @returns one line per condition or group, in stored order. */
export const ruleLines = ({ conditions }: Rules, facts: Facts): RuleLine[] =>
  conditions.map((condition) => lineOf(condition, facts));

function compiledLineOf(condition: CompiledCondition | CompiledRules, facts: Facts): RuleLine {
  const holds = rulesHold(condition, facts);
  if (!('conditions' in condition)) {
    const { requirement, found } = describeCompiled(condition, facts);
    return { holds, text: requirement, found };
  }
  return {
    holds,
    text: matchInWords(condition.match, condition.conditions.length),
    lines: compiledLines(condition, facts),
  };
}

/** @returns the same for compiled rules. */
export const compiledLines = ({ conditions }: CompiledRules, facts: Facts): RuleLine[] =>
  conditions.map((condition) => compiledLineOf(condition, facts));
