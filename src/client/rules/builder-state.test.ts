// What goes through a condition builder, complete and not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesSchema } from '#shared/contract/rules.ts';
import { CONDITION_OPERATORS, type Condition, type ConditionType, type Rules } from '#shared/embed/rule-types.ts';
import { runs } from '#tests/support/runs.ts';
import { storableCondition, storableRules } from '#tests/support/storable-rules.ts';
import {
  type BuilderState,
  excessOf,
  hasUnfinished,
  identityOfRules,
  isGroup,
  type Row,
  readState,
  rulesIn,
  stateOf,
  takeIn,
  withCopy,
  withMatch,
  withNewCondition,
  withNewGroup,
  withNewKeys,
  withoutRow,
  withDraft as withReadDraft,
  withRestored,
} from './builder-state.ts';
import { type ConditionDraft, newDraft, startOf, withType } from './condition-draft.ts';
import { readDraft } from './read-draft.ts';

const TYPES = Object.keys(CONDITION_OPERATORS) as ConditionType[];
const device: Condition = { type: 'device', operator: 'is', value: ['mobile'] };
const visits: Condition = { type: 'visits', operator: 'at-least', value: 2 };
const all = (...conditions: Rules['conditions']): Rules => ({ match: 'all', conditions });
const rowsOf = ({ rows }: BuilderState): Row[] => rows.flatMap((row) => (isGroup(row) ? row.rows : [row]));
const withDraft = (state: BuilderState, key: string, draft: ConditionDraft) =>
  withReadDraft(state, key, draft, readDraft(draft));
const keyAt = (state: BuilderState, at: number) => state.rows[at]?.key ?? '';

it('the rules that a property test draws can be stored', () => {
  fc.assert(
    fc.property(storableRules, (rules) => {
      expect(rulesSchema.parse(rules)).toEqual(rules);
    }),
  );
});

it('any rules that can be stored leave the builder as they came', () => {
  fc.assert(
    fc.property(storableRules, (rules) => {
      expect(rulesIn(stateOf(rules))).toEqual(rules);
    }),
    { numRuns: runs(300, 1_000, 5_000) },
  );
});

it.each(TYPES)('a new condition of type %s stands for what the contract makes of it', (type) => {
  expect(startOf(type)).toEqual(readDraft(newDraft(type)).condition);
});

it('a condition that was never complete, or is no longer, and an empty group are unfinished', () => {
  const start = stateOf(all(device));
  expect(hasUnfinished(start)).toBe(false);
  expect(hasUnfinished(withNewCondition(start, 'scroll').state)).toBe(false);
  expect(hasUnfinished(withNewCondition(start, 'page').state)).toBe(true);
  expect(hasUnfinished(withDraft(start, keyAt(start, 0), newDraft('device')))).toBe(true);
  const group = withNewGroup(start);
  expect(hasUnfinished(group.state)).toBe(true);
  expect(hasUnfinished(withNewCondition(group.state, 'exit', group.key).state)).toBe(false);
  expect(hasUnfinished(withNewCondition(group.state, 'page', group.key).state)).toBe(true);
});

type Edit = (state: BuilderState) => BuilderState;
const pick = (state: BuilderState, at: number) => {
  const rows = rowsOf(state);
  return rows[at % Math.max(1, rows.length)];
};
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom(...TYPES).map(
    (type): Edit =>
      (state) =>
        withNewCondition(state, type).state,
  ),
  fc.constant<Edit>((state) => withNewGroup(state).state),
  fc.constantFrom(...TYPES).map(
    (type): Edit =>
      (state) =>
        withNewCondition(state, type, state.rows.find(isGroup)?.key).state,
  ),
  fc.tuple(fc.nat(9), fc.constantFrom(...TYPES)).map(
    ([at, type]): Edit =>
      (state) => {
        const row = pick(state, at);
        return row?.draft ? withDraft(state, row.key, withType(row.draft, type)) : state;
      },
  ),
  fc.tuple(fc.nat(9), fc.string(), fc.array(fc.string())).map(
    ([at, typed, values]): Edit =>
      (state) => {
        const row = pick(state, at);
        const draft = row?.draft && { ...row.draft, name: typed, number: typed, values, range: [typed, ''] as const };
        return row && draft ? withDraft(state, row.key, draft) : state;
      },
  ),
  fc.nat(9).map(
    (at): Edit =>
      (state) =>
        withCopy(state, pick(state, at)?.key ?? '').state,
  ),
  fc.nat(9).map(
    (at): Edit =>
      (state) =>
        withoutRow(state, pick(state, at)?.key ?? '').state,
  ),
  fc.constantFrom('all' as const, 'any' as const).map(
    (match): Edit =>
      (state) =>
        withMatch(state, match),
  ),
);

it('whatever is typed, only complete conditions leave it', () => {
  fc.assert(
    fc.property(storableRules, fc.array(edit, { maxLength: 8 }), (rules, edits) => {
      const state = edits.reduce((now, one) => one(now), stateOf(rules));
      expect(rulesSchema.safeParse(rulesIn(state)).error?.issues ?? []).toEqual([]);
    }),
    { numRuns: runs(300, 1_000, 5_000) },
  );
});

it('rules that come in from elsewhere replace what is stored, whatever is being typed, and lose nothing of that', () => {
  fc.assert(
    fc.property(storableRules, fc.array(edit, { maxLength: 8 }), storableRules, (rules, edits, incoming) => {
      const state = edits.reduce((now, one) => one(now), stateOf(rules));
      const next = takeIn(state, incoming);
      expect(rulesIn(next)).toEqual(incoming);
      const neverComplete = ({ kept }: Row) => kept === undefined;
      // So do those in a group, which goes with what is unfinished in it if no group takes its place.
      const top = state.rows.filter((row): row is Row => !isGroup(row)).filter(neverComplete);
      expect(rowsOf(next)).toEqual(expect.arrayContaining(top));
    }),
    { numRuns: runs(300, 1_000, 5_000) },
  );
});

it('what was removed comes back in its place', () => {
  fc.assert(
    fc.property(storableRules, fc.nat(20), (rules, at) => {
      const state = stateOf(rules);
      const keys = [...state.rows, ...rowsOf(state)].map(({ key }) => key);
      const { state: without, removed } = withoutRow(state, keys[at % Math.max(1, keys.length)] ?? '');
      if (removed) expect(rulesIn(withRestored(without, removed))).toEqual(rules);
    }),
  );
});

describe('an unfinished condition', () => {
  it('is left out while it has never been complete', () => {
    const { state, key } = withNewCondition(stateOf(all(device)), 'page');
    expect(rulesIn(state)).toEqual(all(device));
    const page = { type: 'page', operator: 'starts-with', value: ['/a'] } as const;
    expect(rulesIn(withDraft(state, key, { ...newDraft('page'), values: ['/a'] }))).toEqual(
      all(device, { ...page, value: ['/a'] }),
    );
  });

  it('counts as it was last complete, so that nobody sees more while it is edited', () => {
    const state = stateOf(all(device));
    const emptied = withDraft(state, keyAt(state, 0), { ...newDraft('device'), values: [] });
    expect(rulesIn(emptied)).toEqual(all(device));
    expect(rowsOf(emptied)[0]?.draft?.values).toEqual([]);
  });

  it('leaves its group out while that has no other', () => {
    const { state, key } = withNewGroup(stateOf(all(device)));
    const { state: next } = withNewCondition(state, 'page', key);
    expect(rulesIn(next)).toEqual(all(device));
    expect(rulesIn(withNewCondition(next, 'exit', key).state)).toEqual(
      all(device, { type: 'group', match: 'any', conditions: [{ type: 'exit', operator: 'happened' }] }),
    );
  });
});

it('rows keep their place and what is being typed when another condition changes elsewhere', () => {
  const state = stateOf(all(device, visits));
  const typing = withDraft(state, keyAt(state, 1), { ...newDraft('visits'), number: '' });
  const next = takeIn(typing, all({ ...device, value: ['tablet'] }, visits));
  expect(next.rows.map(({ key }) => key)).toEqual(state.rows.map(({ key }) => key));
  expect(rowsOf(next)[1]?.draft?.number).toBe('');
});

it('a group that changes elsewhere keeps what is unfinished in it, too', () => {
  const group = (...conditions: Condition[]) => all({ type: 'group', match: 'any', conditions });
  const state = stateOf(group(device, visits));
  const key = state.rows[0]?.key ?? '';
  const { state: unfinished } = withNewCondition(state, 'page', key);
  const typing = withDraft(unfinished, rowsOf(state)[1]?.key ?? '', { ...newDraft('visits'), number: '' });
  const next = takeIn(typing, group({ ...device, value: ['tablet'] }, visits));
  expect(rulesIn(next)).toEqual(group({ ...device, value: ['tablet'] }, visits));
  expect(next.rows[0]?.key).toBe(key);
  expect(rowsOf(next).map(({ draft }) => draft?.type)).toEqual(['device', 'visits', 'page']);
  expect(rowsOf(next)[1]?.draft?.number).toBe('');
});

it('nothing typed is lost when the type of a condition changes, and changes back', () => {
  const page = { ...newDraft('page'), operator: 'is' as const, values: ['/a'], typed: '/b' };
  const back = TYPES.reduce((draft, type) => withType(draft, type), withType(page, 'device'));
  expect(withType(back, 'page')).toMatchObject(page);
  const hours = { ...newDraft('hour'), range: ['22:00', ''] as const };
  expect(withType(withType(hours, 'scroll'), 'hour').range).toEqual(['22:00', '']);
});

it('what another version kept is left alone, unless every row of it can be shown', () => {
  const state = withNewCondition(withNewGroup(stateOf(all(device, visits))).state, 'page').state;
  const kept = JSON.parse(JSON.stringify(state));
  expect(readState(kept)).toEqual(kept);
  expect(readState(stateOf(all({ type: 'weather', operator: 'is', value: ['x'] } as never)))).not.toBeNull();
  const [first, ...rest] = kept.rows;
  for (const wrong of [
    null,
    [],
    {},
    { match: 'all' },
    { ...kept, match: 'some' },
    { ...kept, rows: [null] },
    { ...kept, rows: [{ ...first, draft: { ...first.draft, type: 'weather' } }, ...rest] },
    { ...kept, rows: [{ ...first, draft: { ...first.draft, operator: 'rhymes' } }, ...rest] },
    { ...kept, rows: [{ ...first, draft: { ...first.draft, values: undefined } }, ...rest] },
    { ...kept, rows: [{ key: 'x', draft: null }] },
    { ...kept, rows: [{ key: 'x', match: 'all', rows: [{ key: 'y', draft: {} }] }] },
  ]) {
    expect([wrong, readState(wrong)]).toEqual([wrong, null]);
  }
});

it('a state that was kept without keys gets them anew', () => {
  const state = withNewCondition(withNewGroup(stateOf(all(device, visits))).state, 'page').state;
  const kept = JSON.parse(JSON.stringify(state, (name, value) => (name === 'key' ? undefined : value)));
  const read = withNewKeys(readState(kept) as BuilderState);
  const keys = [...read.rows, ...rowsOf(read)].map(({ key }) => key);
  expect(new Set(keys.filter(Boolean)).size).toBe(new Set([...state.rows, ...rowsOf(state)]).size);
  expect(rulesIn(withoutRow(read, read.rows.at(-1)?.key ?? '').state)).toEqual(all(device, visits));
});

it('a condition that a later version stored stays, and cannot be edited', () => {
  const later = { type: 'weather', operator: 'is', value: ['rain'] } as unknown as Condition;
  const state = stateOf(all(later, device));
  expect(rulesIn(state)).toEqual(all(later, device));
  expect(rowsOf(state)[0]?.draft).toBeNull();
});

it('rules are the same whatever the order of their keys', () => {
  fc.assert(
    fc.property(storableCondition, (condition) => {
      const reversed = Object.fromEntries(Object.entries(condition).reverse()) as Condition;
      expect(identityOfRules(all(reversed))).toBe(identityOfRules(all(condition)));
    }),
  );
});

it('rules that visitors would download for too long cannot be stored', () => {
  const long = (count: number): Condition => ({
    type: 'fact',
    name: 'x',
    operator: 'is',
    value: Array.from({ length: count }, (_, at) => `${at}`.padEnd(290, 'x')),
  });
  expect(excessOf(all(long(20)))).toBeNull();
  expect(excessOf(all(long(20), long(20)))).toMatch(/^These rules are too long/);
});

it('what keeps rules from being saved is told by its reason: how many there are, in a group, or how long they are', () => {
  const exits = (count: number): Condition[] =>
    Array.from({ length: count }, () => ({ type: 'exit', operator: 'happened' }));
  const excess = (conditions: Rules['conditions']) => excessOf({ match: 'all', conditions });
  expect(excess(exits(50))).toBeNull();
  expect(excess(exits(51))).toMatch(/^Too many conditions to save: 51 of 50\./);
  expect(excess([{ type: 'group', match: 'any', conditions: exits(20) }])).toBeNull();
  expect(excess([{ type: 'group', match: 'any', conditions: exits(21) }])).toMatch(/^A group has .*: 21 of 20\./);
  expect(excess([{ type: 'fact', name: 'x', operator: 'is', value: ['x'.repeat(8_192)] }])).toMatch(
    /^These rules are too long to save: 8,\d{3} of 8,192 characters/,
  );
});
