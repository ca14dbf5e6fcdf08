// What is wrong with a value of several parts, such as rules, by the place within it. Pure.
import { issuesAt } from '#client/rules/row-places.ts';
import type { SettingIssue } from '#client/settings/source.ts';

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** A form keeps errors in objects shaped like its values; their ends have a type and a message. */
function fromTree(error: unknown, place: string): SettingIssue[] {
  if (!isTree(error)) return [];
  if (typeof error.type === 'string' && typeof error.message === 'string') return [{ place, message: error.message }];
  return Object.entries(error).flatMap(([key, one]) =>
    key === 'ref' ? [] : fromTree(one, place ? `${place}.${key}` : key),
  );
}

/**
 * @param error the form's own for that part; what the server said is in it, too, but without its place.
 * @param refused the server's errors, by the form's names: 'rules.conditions.2.value'.
 * @returns the issues by the place within the part: 'conditions.2.value', '' for all of it.
 */
export function issuesOf(
  part: string,
  error: unknown,
  refused: readonly { field: string; message: string }[],
): readonly SettingIssue[] {
  if (!isTree(error) || error.type !== 'server') return fromTree(error, '');
  return issuesAt(
    refused.map(({ field, message }) => ({ place: field, message })),
    part,
  );
}
