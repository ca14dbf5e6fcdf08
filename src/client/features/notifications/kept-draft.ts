// What was being written when the session ended, until its writer has logged in again: in this page's memory only, and
// under the widget, which is nobody else's.
import type { Draft } from './describe.ts';
import type { EditorValues } from './editor-form.ts';

export type KeptDraft = { widgetId: string; draft: Draft; values: EditorValues };

let kept: KeptDraft | null = null;

/** Keeps one; an earlier one is forgotten. */
export function keepDraft(draft: KeptDraft): void {
  kept = draft;
}

/** @returns the one that was kept for the widget, once; what was kept for another is forgotten. */
export function takeDraft(widgetId: string): KeptDraft | null {
  const found = kept?.widgetId === widgetId ? kept : null;
  kept = null;
  return found;
}
