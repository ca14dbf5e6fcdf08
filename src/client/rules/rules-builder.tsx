// The condition builder: who sees notifications, where and when, in sentences.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { count } from '#client/format/numbers.ts';
import { NO_ISSUES, type SettingIssue } from '#client/settings/source.ts';
import { Button } from '#client/ui/button.tsx';
import { FieldError } from '#client/ui/field.tsx';
import type { ConditionType, Rules } from '#shared/embed/rule-types.ts';
import { CONDITIONS_MAX, GROUP_CONDITIONS_MAX, RULES_LENGTH_MAX } from '#shared/limits.ts';
import {
  type BuilderState,
  excessOf,
  isGroup,
  lengthOf,
  type Removed,
  type Row,
  rulesIn,
  shapeOf,
  withConditions,
  withCopy,
  withDraft,
  withMatch,
  withNewCondition,
  withNewGroup,
  withoutRow,
  withRestored,
} from './builder-state.ts';
import { ConditionRow, type RowActions } from './condition-row.tsx';
import { focusRow, GroupCard, MatchChoice, Rows } from './group-card.tsx';
import { issuesAt, placesOf } from './row-places.ts';
import { RemovedNotice } from './row-tools.tsx';
import { RulesSummary } from './sentence.tsx';
import { STARTERS } from './starters.ts';
import { TypePicker } from './type-picker.tsx';

type RulesBuilderProps = {
  state: BuilderState;
  /** Without it, the rules can only be read. */
  onChange?: (state: BuilderState) => void;
  /** What the server refused, by the place within the conditions: '2', '2.value.0'; '' for all of them. */
  issues?: readonly SettingIssue[];
  /** The site's, which dates and hours are in. */
  timezone: string;
  /** What shows without conditions: 'Shows on every page, to everyone.' by default. */
  emptyText?: string;
};

/** Limits are named before they are hit. */
const CONDITIONS_NEAR = CONDITIONS_MAX - 10;
const RULES_NEAR = RULES_LENGTH_MAX * 0.75;

export function RulesBuilder({ state, onChange, issues = NO_ISSUES, timezone, emptyText }: RulesBuilderProps) {
  const isReadOnly = !onChange;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ what: Removed; left: string } | null>(null);
  const [said, setSaid] = useState('');
  const [focused, setFocused] = useState<{ key: string | undefined } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  // What came back from elsewhere needs no second way back.
  const undoable = removed?.left === shapeOf(state) && !isReadOnly ? removed.what : null;

  const latest = useRef({ state, onChange });
  latest.current = { state, onChange };
  const change = useCallback((next: (now: BuilderState) => BuilderState) => {
    const { current } = latest;
    setRemoved(null);
    current.state = next(current.state);
    current.onChange?.(current.state);
  }, []);
  const actions = useMemo(
    (): RowActions => ({
      open: setOpenKey,
      change: (key, draft, reading) => change((now) => withDraft(now, key, draft, reading)),
      duplicate(key) {
        change((now) => withCopy(now, key).state);
        setSaid('Duplicated');
      },
      remove(key) {
        const { state: left, removed: what } = withoutRow(latest.current.state, key);
        change(() => left);
        setRemoved(what && { what, left: shapeOf(left) });
      },
    }),
    [change],
  );

  // Runs once the list of types is gone: something may have changed since it was shown.
  const addCondition = (type: ConditionType, group?: string) => {
    const added = withNewCondition(latest.current.state, type, group);
    change(() => added.state);
    setOpenKey(added.key);
  };
  const start = (conditions: Rules['conditions']) => {
    const next = withConditions(state, conditions);
    change(() => next);
    setFocused({ key: next.rows[state.rows.length]?.key });
  };
  // The button that was pressed is gone.
  useEffect(() => {
    if (focused?.key) focusRow(root.current, focused.key);
  }, [focused]);
  const rules = rulesIn(state);
  const excess = excessOf(rules);
  const size = lengthOf(rules);
  const isFull = state.rows.length >= CONDITIONS_MAX;
  const limits = [
    isFull
      ? `All ${CONDITIONS_MAX} conditions are used. Remove one to add another.`
      : state.rows.length >= CONDITIONS_NEAR && `${state.rows.length} of ${CONDITIONS_MAX} conditions`,
    excess === null && size >= RULES_NEAR && `${count(size)} of ${count(RULES_LENGTH_MAX)} characters`,
  ].filter(Boolean);
  const refused = issues.find(({ place }) => place === '')?.message;
  const shared = { actions, isReadOnly, timezone };
  const complete = placesOf(state.rows);
  const rows = isReadOnly ? state.rows.filter(({ key }) => complete.has(key)) : state.rows;

  const isNoticeAt = (at: number, group?: string) => undoable?.at === at && undoable.group === group;
  const notice = undoable && (
    <RemovedNotice
      removed={undoable}
      onUndo={() => {
        change((now) => withRestored(now, undoable));
        setOpenKey(null);
        setFocused({ key: undoable.row.key });
        setSaid('Restored');
      }}
    />
  );

  const issuesOf = (place: string | undefined) => (place === undefined ? NO_ISSUES : issuesAt(issues, place));
  const conditionRow = (row: Row, place: string | undefined, canCopy: boolean) => (
    <ConditionRow {...shared} row={row} isOpen={openKey === row.key} canCopy={canCopy} issues={issuesOf(place)} />
  );

  return (
    <div ref={root} className="space-y-4">
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
      <RulesSummary rules={rules} emptyText={emptyText} />
      {rows.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <MatchChoice
            label="Conditions that must be true"
            value={state.match}
            onChange={(match) => change((now) => withMatch(now, match))}
            isReadOnly={isReadOnly}
          />
        </div>
      )}
      <Rows label="Conditions" match={state.match} rows={rows} noticeAt={(at) => isNoticeAt(at) && notice}>
        {(row, at) => {
          const place = at?.toString();
          if (!isGroup(row)) return conditionRow(row, place, !isFull);
          return (
            <GroupCard
              group={row}
              isReadOnly={isReadOnly}
              canCopy={!isFull}
              actions={actions}
              onMatch={(match) => change((now) => withMatch(now, match, row.key))}
              onAdd={(type) => addCondition(type, row.key)}
              issues={issuesOf(place)}
              noticeAt={(inner) => isNoticeAt(inner, row.key) && notice}
            >
              {(inner, innerAt) =>
                conditionRow(
                  inner,
                  place === undefined ? undefined : `${place}.conditions.${innerAt}`,
                  row.rows.length < GROUP_CONDITIONS_MAX,
                )
              }
            </GroupCard>
          );
        }}
      </Rows>
      {!isReadOnly && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <TypePicker onPick={(type) => addCondition(type)} disabled={isFull} />
            {rows.length > 0 && (
              <Button
                variant="ghost"
                size="sm"
                disabled={isFull}
                onClick={() => change((now) => withNewGroup(now).state)}
              >
                Add group
              </Button>
            )}
            <span className="ml-auto text-meta text-muted tabular-nums">{limits.join(' · ')}</span>
          </div>
          {rows.length === 0 && (
            <div className="flex flex-wrap items-center gap-1.5">
              <span className="mr-1 text-meta text-muted">Start with</span>
              {STARTERS.map(({ label, conditions }) => (
                <button
                  key={label}
                  type="button"
                  onClick={() => start(conditions)}
                  className="h-8 rounded-control border border-line bg-raised px-2.5 font-medium text-table transition-colors duration-100 hover:border-field"
                >
                  {label}
                </button>
              ))}
            </div>
          )}
        </>
      )}
      {excess !== null && <FieldError role="alert">{`${excess} Until then, the last saved rules apply.`}</FieldError>}
      {refused && <FieldError role="alert">{refused}</FieldError>}
    </div>
  );
}
