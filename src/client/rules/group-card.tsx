// A group of conditions that count as one, and what it shares with the list around it: how conditions are combined.
import { Fragment, type ReactNode, useId } from 'react';
import type { SettingIssue } from '#client/settings/source.ts';
import { Choice } from '#client/ui/choice.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { FieldError } from '#client/ui/field.tsx';
import type { ConditionType, Rules } from '#shared/embed/rule-types.ts';
import { MATCH_WORDS } from '#shared/embed/rules-sentence.ts';
import { GROUP_CONDITIONS_MAX } from '#shared/limits.ts';
import type { GroupRow, Row } from './builder-state.ts';
import type { RowActions } from './condition-row.tsx';
import { placesOf } from './row-places.ts';
import { RowTools } from './row-tools.tsx';
import { TypePicker } from './type-picker.tsx';

/** Limits are named before they are hit. */
const GROUP_NEAR = GROUP_CONDITIONS_MAX - 5;

type MatchChoiceProps = {
  label: string;
  value: Rules['match'];
  onChange: (match: Rules['match']) => void;
  isReadOnly: boolean;
};

const MATCHES = [
  { value: 'all', label: MATCH_WORDS.all },
  { value: 'any', label: MATCH_WORDS.any },
] as const;

/** Whether all conditions must be true, or any. */
export function MatchChoice({ label, value, onChange, isReadOnly }: MatchChoiceProps) {
  return (
    <>
      <Choice aria-label={label} value={value} onChange={onChange} options={MATCHES} disabled={isReadOnly} />
      <span className="flex-1 text-muted max-sm:sr-only">of these must be true</span>
    </>
  );
}

/** Focuses the button that opens a row; of a group, its first. */
export const focusRow = (builder: HTMLElement | null, rowKey: string): void =>
  builder?.querySelector<HTMLElement>(`[data-row="${rowKey}"] button[aria-expanded]`)?.focus();

type RowsProps<One extends Row | GroupRow> = {
  label: string;
  match: Rules['match'];
  rows: readonly One[];
  /** What stands before a row, or at the end. */
  noticeAt: (at: number) => ReactNode;
  /** Renders a row; `place` is its place among the complete ones. */
  children: (row: One, place: number | undefined) => ReactNode;
};

/** Conditions and groups, each behind the word that joins it to those before it; where there is no room beside it, below. */
export function Rows<One extends Row | GroupRow>({ label, match, rows, noticeAt, children }: RowsProps<One>) {
  const places = placesOf(rows);
  const word = match === 'all' ? 'and' : 'or';
  return (
    <>
      {rows.length > 0 && (
        <ol className="space-y-1.5" aria-label={label}>
          {rows.map((row, at) => (
            <Fragment key={row.key}>
              {noticeAt(at) && <li>{noticeAt(at)}</li>}
              <li data-row={row.key} className="sm:flex sm:gap-2">
                <p
                  className={classNames(
                    at === 0 && 'max-sm:hidden',
                    'max-sm:pb-1.5 max-sm:pl-3.5 sm:w-9 sm:shrink-0 sm:pt-3.5 sm:text-right text-meta text-muted leading-5',
                  )}
                >
                  {at > 0 ? word : 'when'}
                </p>
                <div className="min-w-0 flex-1">{children(row, places.get(row.key))}</div>
              </li>
            </Fragment>
          ))}
        </ol>
      )}
      {noticeAt(rows.length)}
    </>
  );
}

type GroupCardProps = Pick<RowsProps<Row>, 'noticeAt' | 'children'> & {
  group: GroupRow;
  isReadOnly: boolean;
  canCopy: boolean;
  actions: RowActions;
  onMatch: (match: Rules['match']) => void;
  onAdd: (type: ConditionType) => void;
  issues: readonly SettingIssue[];
};

export function GroupCard({
  group,
  isReadOnly,
  canCopy,
  actions,
  onMatch,
  onAdd,
  issues,
  noticeAt,
  children,
}: GroupCardProps) {
  const { length } = group.rows;
  const isFull = length >= GROUP_CONDITIONS_MAX;
  const refusedId = useId();
  const refused = issues.find(({ place }) => place === '' || place === 'conditions')?.message;
  return (
    <fieldset
      aria-describedby={refused && refusedId}
      className="min-w-0 rounded-panel border border-line bg-paper p-2.5"
    >
      <legend className="sr-only">Group</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2.5">
        <MatchChoice
          label="Conditions of the group that must be true"
          value={group.match}
          onChange={onMatch}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <span className="flex shrink-0">
            <RowTools rowKey={group.key} actions={actions} what="group" copy={{ hasRoom: canCopy }} />
          </span>
        )}
      </div>
      <Rows label="Conditions of the group" match={group.match} rows={group.rows} noticeAt={noticeAt}>
        {children}
      </Rows>
      {!isReadOnly && (
        <div className={classNames('flex flex-wrap items-center gap-3', length > 0 && 'pt-2.5')}>
          <TypePicker label="Add condition to the group" onPick={onAdd} disabled={isFull} />
          <span className="text-meta text-muted tabular-nums">
            {isFull
              ? `A group can have up to ${GROUP_CONDITIONS_MAX} conditions.`
              : length >= GROUP_NEAR
                ? `${length} of ${GROUP_CONDITIONS_MAX} conditions`
                : length === 0 && 'Takes effect once it has a condition.'}
          </span>
        </div>
      )}
      {refused && (
        <FieldError id={refusedId} role="alert">
          {refused}
        </FieldError>
      )}
    </fieldset>
  );
}
