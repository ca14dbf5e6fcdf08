// The open part of a condition's row. Loaded when it is first needed: it brings the contract's schema.
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { SettingIssue } from '#client/settings/source.ts';
import { afterPress } from '#client/ui/after-press.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { requirementOf } from '#shared/embed/describe-condition.ts';
import type { Condition } from '#shared/embed/rule-types.ts';
import type { ConditionDraft } from './condition-draft.ts';
import { ConditionEditor, focusFirst } from './condition-editor.tsx';
import { type FieldErrors, type Reading, readDraft } from './read-draft.ts';

export type ConditionPanelProps = {
  draft: ConditionDraft;
  /** The last complete version. */
  kept: Condition | undefined;
  onChange: (draft: ConditionDraft, reading: Reading) => void;
  /** Whether the owner has moved on once: then what is missing is a mistake. */
  isLeft: boolean;
  onLeave: () => void;
  onClose: () => void;
  /** Whether to focus the first field. */
  takesFocus: boolean;
  /** What the server refused, by the place within the condition. */
  issues: readonly SettingIssue[];
  /** The site's. */
  timezone: string;
  /** Buttons for the condition as a whole. */
  tools: ReactNode;
};

/** What is only missing so far is no mistake until the owner moves on. */
function visibleErrors(errors: FieldErrors, draft: ConditionDraft, isLeft: boolean): FieldErrors {
  if (isLeft) return errors;
  const isStarted = { name: draft.name !== '', value: draft.values.length > 0 || draft.number.trim() !== '' };
  return Object.fromEntries(
    Object.entries(errors).filter(([place]) => (place.startsWith('name') ? isStarted.name : isStarted.value)),
  );
}

export function ConditionPanel(props: ConditionPanelProps) {
  const { draft, kept, onChange, isLeft, onLeave, onClose, takesFocus, issues, timezone, tools } = props;
  const panel = useRef<HTMLDivElement>(null);
  const { errors } = readDraft(draft);
  // One event may change the draft twice, and leave it: nothing renders between.
  const latest = useRef(draft);
  latest.current = draft;
  const change = (changes: Partial<ConditionDraft>) => {
    latest.current = { ...latest.current, ...changes };
    onChange(latest.current, readDraft(latest.current));
  };
  const refused = Object.fromEntries(issues.map(({ place, message }) => [place, message]));
  const isFocused = useRef(takesFocus);
  // Whoever opens a condition wants to say what it compares with, and may type as soon as it is there.
  useLayoutEffect(() => {
    if (isFocused.current) focusFirst(panel.current);
  }, []);

  const leave = () => {
    // The row of a new condition says from here on what is missing.
    const now = readDraft(latest.current);
    if (now.errors) onChange(latest.current, now);
    onLeave();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // Lists of choices open elsewhere in the document, and take the focus without anybody leaving.
    const isInside = !relatedTarget || panel.current?.contains(relatedTarget);
    if (!isInside && !relatedTarget?.closest('[role="listbox"]')) afterPress(leave);
  };
  const close = () => {
    // The press has just completed the draft, by leaving its field.
    if (!readDraft(latest.current).errors) return onClose();
    leave();
    focusFirst(panel.current);
  };
  return (
    <div ref={panel}>
      <ConditionEditor
        draft={draft}
        onChange={change}
        errors={{ ...refused, ...(errors && visibleErrors(errors, draft, isLeft)) }}
        timezone={timezone}
        onBlur={onBlur}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 text-meta text-muted">
          {errors &&
            (kept
              ? `Until this is complete, the last version applies: ${requirementOf(kept)}.`
              : "Takes effect once it's complete.")}
        </p>
        <span className="flex items-center gap-1">
          {/* Beside the sentence, they would leave it no room on phones. */}
          <span className="flex sm:hidden">{tools}</span>
          <SmallButton onClick={close}>Done</SmallButton>
        </span>
      </div>
    </div>
  );
}
