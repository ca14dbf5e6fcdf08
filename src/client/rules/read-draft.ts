// Says whether a condition that is written is complete, by the contract's own schema, which is loaded with the editor of
// conditions. Pure.
import type { z } from 'zod';
import { conditionSchema } from '#shared/contract/rules.ts';
import type { Condition } from '#shared/embed/rule-types.ts';
import { type ConditionDraft, candidateOf, isNumber, numberIn } from './condition-draft.ts';

/** What is wrong with a condition, by the path of the field: 'name', 'value', 'value.2'. */
export type FieldErrors = Readonly<Record<string, string>>;

export type Reading = { condition: Condition; errors?: undefined } | { condition?: undefined; errors: FieldErrors };

function errorsOf(draft: ConditionDraft, error: z.ZodError): FieldErrors {
  // Of the two kinds of values a fact may have, its operator says which is meant.
  const issues = error.issues.flatMap((issue) =>
    issue.code === 'invalid_union' && draft.type === 'fact' && issue.errors[0]
      ? issue.errors[0].map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
      : [issue],
  );
  const isMissing = isNumber(draft.operator) && Number.isNaN(numberIn(draft.number));
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse()),
    ...(isMissing && { value: draft.type === 'fact' ? 'Enter a number' : 'Enter a whole number' }),
  };
}

/** @returns the condition, or why it isn't complete. */
export function readDraft(draft: ConditionDraft): Reading {
  const { success, data, error } = conditionSchema.safeParse(candidateOf(draft));
  return success ? { condition: data } : { errors: errorsOf(draft, error) };
}

/** @returns what is wrong with one value, or null. */
export function valueError(draft: ConditionDraft, value: string): string | null {
  return readDraft({ ...draft, values: [value] }).errors?.['value.0'] ?? null;
}
