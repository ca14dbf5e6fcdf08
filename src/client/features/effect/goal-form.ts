// Converts between the values of a goal's form and the contract. Pure.
import { z } from 'zod';
import { type CreateGoalInput, createGoalInput, type Goal, type GoalEvent } from '#shared/contract/goal.ts';
import type { CONDITION_OPERATORS } from '#shared/embed/rule-types.ts';
import { GOAL_KEY_MAX } from '#shared/limits.ts';
import { makeSlug } from '#shared/slug.ts';

/** Of all sources: a select can't hold an empty value. */
export const ALL_SOURCES = 'all';

export type GoalValues = {
  name: string;
  kind: Goal['kind'];
  eventKind: GoalEvent;
  sourceId: string;
  page: { operator: (typeof CONDITION_OPERATORS)['page'][number]; value: string[] };
  key: string;
};

/** @param goal null for a new one. */
export const valuesOf = (goal: Goal | null): GoalValues => ({
  name: goal?.name ?? '',
  kind: goal?.kind ?? 'page',
  eventKind: goal?.eventKind ?? 'purchase',
  sourceId: goal?.sourceId ?? ALL_SOURCES,
  page: { operator: goal?.page?.operator ?? 'starts-with', value: [...(goal?.page?.value ?? [])] },
  key: goal?.key ?? '',
});

/** @returns the name by which pages report it: as it is, or else made of its name. */
export const keyOf = ({ key, name }: Pick<GoalValues, 'key' | 'name'>): string =>
  key || makeSlug(name.trim()).slice(0, GOAL_KEY_MAX).replace(/-$/, '');

function toInput({ name, kind, eventKind, sourceId, page, key }: GoalValues, siteId: string) {
  const told = { siteId, name, kind };
  if (kind === 'orders') return { ...told, eventKind, ...(sourceId !== ALL_SOURCES && { sourceId }) };
  if (kind === 'page') return { ...told, page: { type: 'page', ...page } };
  return { ...told, key: keyOf({ key, name }) };
}

/** Checks the values by the contract; its output is what gets sent. */
export const goalSchemaOf = (siteId: string) =>
  z
    .custom<GoalValues>()
    .transform((values) => toInput(values, siteId) as CreateGoalInput)
    .pipe(createGoalInput);
