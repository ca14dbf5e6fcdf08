// One condition of a builder: a sentence that opens for editing in place.
import { ChevronDown, Copy, Trash2 } from 'lucide-react';
import { type FocusEvent, memo, useId, useRef, useState } from 'react';
import type { SettingIssue } from '#client/settings/source.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { FieldError } from '#client/ui/field.tsx';
import { requirementOf } from '#shared/embed/describe-condition.ts';
import type { Row } from './builder-state.ts';
import { type ConditionDraft, draftInWords, type FieldErrors, readDraft } from './condition-draft.ts';
import { ConditionEditor, focusFirst } from './condition-editor.tsx';
import { KINDS } from './condition-kinds.ts';
import { Sentence } from './sentence.tsx';

export type RowActions = {
  change: (key: string, draft: ConditionDraft) => void;
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

/** @returns the condition in words, capitalized. */
const sentenceOf = ({ draft, kept }: Row): string => {
  const text = draft ? draftInWords(draft) : kept ? requirementOf(kept) : '';
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What is only missing so far is no mistake until the owner moves on. */
function visibleErrors(errors: FieldErrors, draft: ConditionDraft, isLeft: boolean): FieldErrors {
  if (isLeft) return errors;
  const isStarted = { name: draft.name !== '', value: draft.values.length > 0 || draft.number.trim() !== '' };
  return Object.fromEntries(
    Object.entries(errors).filter(([place]) => (place.startsWith('name') ? isStarted.name : isStarted.value)),
  );
}

export const ConditionRow = memo(function ConditionRow(props: ConditionRowProps) {
  const { row, actions, isOpen, isReadOnly, canCopy, issues, timezone } = props;
  const [isLeft, setIsLeft] = useState(false);
  const id = useId();
  const header = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  const { draft, kept } = row;
  const errors = (draft && readDraft(draft).errors) ?? {};
  const isUnfinished = Object.keys(errors).length > 0;
  const sentence = sentenceOf(row);
  const Icon = draft ? KINDS[draft.type].icon : null;
  const refused = Object.fromEntries(issues.map(({ place, message }) => [place, message]));
  const wholeIssue = refused[''];

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // Lists of choices open elsewhere in the document, and take the focus without anybody leaving.
    const isInside = !relatedTarget || editor.current?.contains(relatedTarget);
    if (!isInside && !relatedTarget?.closest('[role="listbox"]')) setIsLeft(true);
  };
  const close = () => {
    if (isUnfinished) {
      setIsLeft(true);
      focusFirst(editor.current);
      return;
    }
    actions.open(null);
    header.current?.focus();
  };

  const tools = (
    <>
      {draft && (
        <IconButton
          label="Duplicate"
          size="sm"
          className="text-muted hover:text-ink"
          disabled={!canCopy}
          onClick={() => actions.duplicate(row.key)}
        >
          <Copy aria-hidden="true" size={15} />
        </IconButton>
      )}
      <IconButton
        label="Remove"
        size="sm"
        className="text-muted hover:text-danger"
        onClick={() => actions.remove(row.key)}
      >
        <Trash2 aria-hidden="true" size={15} />
      </IconButton>
    </>
  );

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
            onClick={() => actions.open(isOpen ? null : row.key)}
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
        <div id={`${id}-editor`} ref={editor} className="border-line border-t px-3.5 pt-3.5 pb-3">
          <ConditionEditor
            draft={draft}
            onChange={(next) => actions.change(row.key, next)}
            errors={{ ...refused, ...visibleErrors(errors, draft, isLeft) }}
            timezone={timezone}
            onBlur={onBlur}
          />
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 text-meta text-muted">
              {isUnfinished &&
                (kept
                  ? `Until this is complete, the last version counts: ${requirementOf(kept)}.`
                  : 'Counts once it is complete.')}
            </p>
            <span className="flex items-center gap-1">
              {/* Beside the sentence, they would leave it no room on phones. */}
              <span className="flex sm:hidden">{tools}</span>
              <Button variant="secondary" size="sm" onClick={close}>
                Done
              </Button>
            </span>
          </div>
        </div>
      )}
      {!isOpen && isUnfinished && isLeft && (
        <div className="px-3.5 pb-2.5">
          <FieldError id={`${id}-error`}>{Object.values(errors)[0]}</FieldError>
        </div>
      )}
      {(wholeIssue || (!isOpen && issues.length > 0)) && (
        <div className="px-3.5 pb-2.5">
          <FieldError id={`${id}-refused`}>{wholeIssue ?? issues[0]?.message}</FieldError>
        </div>
      )}
    </div>
  );
});
