// One condition of a builder: a sentence that opens for editing in place.
import { ChevronDown } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import { capitalized } from '#client/format/words.ts';
import type { SettingIssue } from '#client/settings/source.ts';
import { classNames } from '#client/ui/class-names.ts';
import { FieldError } from '#client/ui/field.tsx';
import { type Row, rowInWords } from './builder-state.ts';
import type { ConditionDraft } from './condition-draft.ts';
import { KINDS } from './condition-kinds.ts';
import { LazyPanel, prefetchPanel } from './lazy-panel.tsx';
import type { Reading } from './read-draft.ts';
import { RowTools } from './row-tools.tsx';
import { Sentence } from './sentence.tsx';

export type RowActions = {
  change: (key: string, draft: ConditionDraft, reading: Reading) => void;
  duplicate: (key: string) => void;
  remove: (key: string) => void;
  /** Opens the row's editor, or closes it. */
  open: (key: string | null) => void;
};

type ConditionRowProps = {
  row: Row;
  actions: RowActions;
  isOpen: boolean;
  isReadOnly: boolean;
  /** Whether there is room for a copy. */
  canCopy: boolean;
  /** What the server refused, by the place within the condition. */
  issues: readonly SettingIssue[];
  timezone: string;
};

export const ConditionRow = memo(function ConditionRow(props: ConditionRowProps) {
  const { row, actions, isOpen, isReadOnly, canCopy, issues, timezone } = props;
  const [isLeft, setIsLeft] = useState(false);
  const id = useId();
  const header = useRef<HTMLButtonElement>(null);
  const { draft, kept, errors } = row;
  const isUnfinished = errors !== undefined;
  const sentence = capitalized(rowInWords(row));
  const Icon = draft ? KINDS[draft.type].icon : null;
  const missing = !isOpen && isLeft ? Object.values(errors ?? {})[0] : undefined;
  const refused = (issues.find(({ place }) => place === '') ?? (isOpen ? undefined : issues[0]))?.message;

  const tools = <RowTools rowKey={row.key} actions={actions} copy={draft ? { hasRoom: canCopy } : undefined} />;

  return (
    <div
      className={classNames(
        'rounded-panel border bg-raised',
        isUnfinished && isLeft ? 'border-danger' : isOpen ? 'border-field' : 'border-line',
      )}
    >
      <div className="flex min-h-12 items-center gap-1 pr-1.5">
        {isReadOnly || !draft ? (
          <p className="flex min-w-0 flex-1 items-center gap-3 px-3.5 py-2.5">
            {Icon && <Icon aria-hidden="true" size={16} strokeWidth={1.75} className="shrink-0 text-muted" />}
            <span className="min-w-0">
              <Sentence text={sentence} />
            </span>
          </p>
        ) : (
          <button
            ref={header}
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-editor`}
            aria-describedby={classNames(missing && `${id}-error`, refused && `${id}-refused`) || undefined}
            onClick={() => actions.open(isOpen ? null : row.key)}
            onPointerEnter={prefetchPanel}
            onFocus={prefetchPanel}
            className="group flex min-w-0 flex-1 items-center gap-3 rounded-panel px-3.5 py-2.5 text-left"
          >
            {Icon && <Icon aria-hidden="true" size={16} strokeWidth={1.75} className="shrink-0 text-muted" />}
            <span className="line-clamp-3 min-w-0 text-pretty">
              <Sentence text={sentence} />
            </span>
            {isUnfinished && (
              <span className="shrink-0 rounded-control bg-proof-tint px-1.5 py-0.5 font-medium text-meta text-proof-ink">
                Unfinished
              </span>
            )}
            <ChevronDown
              aria-hidden="true"
              size={15}
              className="ml-auto shrink-0 text-muted transition-transform duration-100 group-hover:text-ink group-aria-expanded:rotate-180"
            />
          </button>
        )}
        {!isReadOnly && <span className={classNames('shrink-0', draft ? 'hidden sm:flex' : 'flex')}>{tools}</span>}
      </div>
      {isOpen && draft && !isReadOnly && (
        <LazyPanel
          id={`${id}-editor`}
          draft={draft}
          kept={kept}
          onChange={(next, reading) => actions.change(row.key, next, reading)}
          isLeft={isLeft}
          onLeave={() => setIsLeft(true)}
          onClose={() => {
            actions.open(null);
            header.current?.focus();
          }}
          issues={issues}
          timezone={timezone}
          tools={tools}
        />
      )}
      {missing && (
        <div className="px-3.5 pb-2.5">
          <FieldError id={`${id}-error`}>{missing}</FieldError>
        </div>
      )}
      {refused && (
        <div className="px-3.5 pb-2.5">
          <FieldError id={`${id}-refused`}>{refused}</FieldError>
        </div>
      )}
    </div>
  );
});
