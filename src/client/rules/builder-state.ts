// The rules in a condition builder: a row for each condition with what was typed, complete or not. Forms hold this; what is
// sent or stored is complete: a row that isn't keeps its last complete version, or is left out while it has none. Pure.
import { count } from '#client/format/numbers.ts';
import { requirementOf } from '#shared/embed/describe-condition.ts';
import type { Condition, ConditionGroup, ConditionType, Rules } from '#shared/embed/rule-types.ts';
import { CONDITIONS_MAX, GROUP_CONDITIONS_MAX, RULES_LENGTH_MAX } from '#shared/limits.ts';
import { type ConditionDraft, draftInWords, draftOf, hasOperator, newDraft, startOf } from './condition-draft.ts';
import type { FieldErrors, Reading } from './read-draft.ts';

type Match = Rules['match'];

export type Row = {
  key: string;
  /** Null for a condition that this version doesn't know: it can be kept or removed. */
  draft: ConditionDraft | null;
  /** The last complete version. */
  kept: Condition | undefined;
  /** Why the draft isn't complete; absent if it is. */
  errors?: FieldErrors | undefined;
};
export type GroupRow = { key: string; match: Match; rows: readonly Row[] };
export type BuilderState = { match: Match; rows: readonly (Row | GroupRow)[] };

/** What was removed, from where, and how the rules were combined. */
export type Removed = { row: Row | GroupRow; at: number; group: string | undefined; match: Match };

let lastKey = 0;
const newKey = (): string => {
  lastKey += 1;
  return `row-${lastKey}`;
};

export const isGroup = (row: Row | GroupRow): row is GroupRow => 'rows' in row;

/** @returns the complete conditions. */
export function rulesIn({ match, rows }: BuilderState): Rules {
  const conditions = rows.map((row): Condition | ConditionGroup | undefined => {
    if (!isGroup(row)) return row.kept;
    const inner = row.rows.map(({ kept }) => kept).filter((one) => one !== undefined);
    return inner.length > 0 ? { type: 'group', match: row.match, conditions: inner } : undefined;
  });
  return { match, conditions: conditions.filter((one) => one !== undefined) };
}

/** @returns whether a condition isn't complete as it was last typed, or a group has none. */
export const hasUnfinished = ({ rows }: Pick<BuilderState, 'rows'>): boolean =>
  rows.some((row) =>
    isGroup(row) ? row.rows.length === 0 || hasUnfinished(row) : row.draft !== null && row.errors !== undefined,
  );

/** @returns the characters that the rules take. */
export const lengthOf = ({ conditions }: Rules): number => JSON.stringify(conditions).length;

/** @returns why complete conditions can't be stored as a whole, and what to do; null if they can. */
export function excessOf(rules: Rules): string | null {
  const { conditions } = rules;
  if (conditions.length > CONDITIONS_MAX) {
    return `Too many conditions to save: ${conditions.length} of ${CONDITIONS_MAX}. Remove some.`;
  }
  const inGroups = conditions.map((one) => (one.type === 'group' ? one.conditions.length : 0));
  const most = Math.max(0, ...inGroups);
  if (most > GROUP_CONDITIONS_MAX) {
    return `A group has too many conditions to save: ${most} of ${GROUP_CONDITIONS_MAX}. Remove some.`;
  }
  const length = lengthOf(rules);
  return length > RULES_LENGTH_MAX
    ? `These rules are too long to save: ${count(length)} of ${count(RULES_LENGTH_MAX)} characters, which every visitor downloads. Shorten or remove some.`
    : null;
}

const rowOf = (condition: Condition): Row => ({
  key: newKey(),
  draft: draftOf(condition),
  kept: condition,
  // As a row has it that was edited and is as it was: forms compare keys, too.
  errors: undefined,
});
const anyRowOf = (condition: Condition | ConditionGroup): Row | GroupRow =>
  condition.type === 'group'
    ? { key: newKey(), match: condition.match, rows: condition.conditions.map(rowOf) }
    : rowOf(condition);

export const stateOf = ({ match, conditions }: Rules): BuilderState => ({ match, rows: conditions.map(anyRowOf) });

/** @returns a text that is the same for the same rows, combined the same way, whatever is typed in them. */
export const shapeOf = ({ match, rows }: BuilderState): string =>
  // Without rows, nothing is combined.
  rows.length === 0
    ? ''
    : `${match}(${rows.map((row) => (isGroup(row) ? `${row.key}:${shapeOf(row)}` : row.key)).join(' ')})`;

/** @returns a text that is the same for the same condition, whatever the order of its keys. */
function identityOf(condition: Condition | ConditionGroup): string {
  if (condition.type === 'group') return JSON.stringify([condition.match, condition.conditions.map(identityOf)]);
  const { type, operator } = condition;
  return JSON.stringify([
    type,
    operator,
    'name' in condition && condition.name,
    'value' in condition && condition.value,
  ]);
}

/** @returns a text that is the same for the same rules. */
export const identityOfRules = ({ match, conditions }: Rules): string =>
  JSON.stringify([match, conditions.map(identityOf)]);

const storedIn = (row: Row | GroupRow): Condition | ConditionGroup | undefined =>
  rulesIn({ match: 'all', rows: [row] }).conditions[0];

/**
 * Takes in rules that were changed elsewhere, by undo or in another tab. Rows of conditions that stay keep their key and
 * what is being typed; so do rows that were never complete, and both in groups, too, unless the group itself goes.
 */
export function takeIn(state: BuilderState, { match, conditions }: Rules): BuilderState {
  const old = state.rows.map((row) => ({ row, stored: storedIn(row) }));
  const left = old.filter(({ stored }) => stored !== undefined);
  const take = (fits: (one: (typeof left)[number]) => boolean) => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0]?.row;
  };
  // Rows that stay as they are come first, so that a changed one can't take their place.
  const same = conditions.map((condition) => {
    const identity = identityOf(condition);
    return take(({ stored }) => stored !== undefined && identityOf(stored) === identity);
  });
  const rows = conditions.map((condition, at) => {
    const row = same[at] ?? take((one) => old.indexOf(one) === at && one.stored?.type === condition.type);
    if (!row) return anyRowOf(condition);
    if (same[at]) return row;
    const key = { key: row.key };
    if (!isGroup(row) || condition.type !== 'group') return { ...anyRowOf(condition), ...key };
    // Groups don't nest.
    return { ...(takeIn(row, condition) as Pick<GroupRow, 'match' | 'rows'>), ...key };
  });
  const unfinished = state.rows.flatMap((row, at) => (storedIn(row) === undefined ? [{ row, at }] : []));
  for (const { row, at } of unfinished) rows.splice(at, 0, row);
  return { match, rows };
}

/** @returns the state after a row was edited, which may be in a group; `edit` returns what takes its place. */
function replace(
  state: BuilderState,
  key: string,
  edit: (row: Row | GroupRow) => readonly (Row | GroupRow)[],
): BuilderState {
  const rows = state.rows.flatMap((row): readonly (Row | GroupRow)[] => {
    if (row.key === key) return edit(row);
    if (!isGroup(row) || !row.rows.some((inner) => inner.key === key)) return [row];
    return [{ ...row, rows: row.rows.flatMap((inner) => (inner.key === key ? (edit(inner) as Row[]) : [inner])) }];
  });
  return { ...state, rows };
}

/** @param group its key; undefined at the top. */
function withRowAt(state: BuilderState, group: string | undefined, at: number, row: Row | GroupRow): BuilderState {
  if (group === undefined) return { ...state, rows: state.rows.toSpliced(at, 0, row) };
  return replace(state, group, (found) =>
    isGroup(found) ? [{ ...found, rows: found.rows.toSpliced(at, 0, row as Row) }] : [found],
  );
}

/** @returns the condition as it stands, in words. */
export const rowInWords = ({ draft, kept }: Row): string =>
  draft ? draftInWords(draft) : kept ? requirementOf(kept) : '';

/** @throws if it can't be shown. */
const isShowable = (row: Row): boolean =>
  rowInWords(row) !== '' && (row.draft === null || hasOperator(row.draft.type, row.draft.operator));

/** @returns a state that was kept as JSON; null if another version kept it, and this one can't show all of it. */
export function readState(kept: unknown): BuilderState | null {
  try {
    const state = kept as BuilderState;
    const groups = state.rows.filter(isGroup);
    const rows = state.rows.flatMap((row) => (isGroup(row) ? row.rows : [row]));
    const isKnown = [state, ...groups].every(({ match }) => match === 'all' || match === 'any');
    return isKnown && rows.every(isShowable) ? state : null;
  } catch {
    return null;
  }
}

const END = Number.POSITIVE_INFINITY;

/** Until a new condition is read, there is nothing more to say. */
const NEW: FieldErrors = { value: 'Not complete yet' };

/** @returns the state with a new condition at the end, and its key. */
export function withNewCondition(state: BuilderState, type: ConditionType, group?: string) {
  const kept = startOf(type);
  const row: Row = { key: newKey(), draft: newDraft(type), kept, errors: kept ? undefined : NEW };
  return { state: withRowAt(state, group, END, row), key: row.key };
}

/** @returns the state with these conditions at the end. */
export const withConditions = (state: BuilderState, conditions: Rules['conditions']): BuilderState => ({
  ...state,
  rows: [...state.rows, ...conditions.map(anyRowOf)],
});

/** @returns the state with a group at the end, which combines its conditions the other way, and its key. */
export function withNewGroup(state: BuilderState) {
  const row: GroupRow = { key: newKey(), match: state.match === 'all' ? 'any' : 'all', rows: [] };
  return { state: withRowAt(state, undefined, END, row), key: row.key };
}

/** Keeps the new version as soon as it is complete. */
export const withDraft = (
  state: BuilderState,
  key: string,
  draft: ConditionDraft,
  { condition, errors }: Reading,
): BuilderState =>
  replace(state, key, (row) => [isGroup(row) ? row : { ...row, draft, kept: condition ?? row.kept, errors }]);

/** @param group its key; undefined for the rules as a whole. */
export const withMatch = (state: BuilderState, match: Match, group?: string): BuilderState =>
  group === undefined ? { ...state, match } : replace(state, group, (row) => [isGroup(row) ? { ...row, match } : row]);

const copyOf = <T extends Row | GroupRow>(row: T): T => ({
  ...row,
  key: newKey(),
  ...(isGroup(row) && { rows: row.rows.map(copyOf) }),
});

/** @returns the same state under keys of this page load. */
export const withNewKeys = (state: BuilderState): BuilderState => ({ ...state, rows: state.rows.map(copyOf) });

/** @returns the state with a copy after the row, and the copy's key. */
export function withCopy(state: BuilderState, key: string) {
  let copy = '';
  const next = replace(state, key, (row) => {
    const second = copyOf(row);
    copy = second.key;
    return [row, second];
  });
  return { state: next, key: copy };
}

/** @returns the state without the row, and what puts it back. */
export function withoutRow(state: BuilderState, key: string): { state: BuilderState; removed: Removed | null } {
  const group = state.rows.find((row): row is GroupRow => isGroup(row) && row.rows.some((one) => one.key === key));
  const rows: readonly (Row | GroupRow)[] = group?.rows ?? state.rows;
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];
  if (!row) return { state, removed: null };
  return { state: replace(state, key, () => []), removed: { row, at, group: group?.key, match: state.match } };
}

export const withRestored = (state: BuilderState, { row, at, group, match }: Removed): BuilderState => ({
  ...withRowAt(state, state.rows.some(({ key }) => key === group) ? group : undefined, at, row),
  match,
});
