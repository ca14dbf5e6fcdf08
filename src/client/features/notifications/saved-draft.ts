// Keeps a draft when the session ends, until its writer logs in again: only in this page's memory, and for one widget,
// which belongs to one owner.
import type { Draft } from './describe.ts';
import type { EditorValues } from './editor-form.ts';

export type SavedDraft = { widgetId: string; draft: Draft; values: EditorValues };

let saved: SavedDraft | null = null;

/** Saves a draft in place of any earlier one. */
export function saveDraft(draft: SavedDraft): void {
  saved = draft;
}

/** @returns the widget's draft, once; a draft of another widget is dropped. */
export function takeDraft(widgetId: string): SavedDraft | null {
  const found = saved?.widgetId === widgetId ? saved : null;
  saved = null;
  return found;
}
