// Saves a draft when the session ends, until its author logs in again. Held only in this page's memory and for one
// widget, which belongs to one owner.
import type { Draft } from './describe.ts';
import type { EditorValues } from './editor-form.ts';

export type SavedDraft = { widgetId: string; draft: Draft; values: EditorValues };

let saved: SavedDraft | null = null;

/** Saves a draft, replacing any earlier one. */
export function saveDraft(draft: SavedDraft): void {
  saved = draft;
}

/** @returns the widget's draft, only once; a draft for another widget is discarded. */
export function takeDraft(widgetId: string): SavedDraft | null {
  const found = saved?.widgetId === widgetId ? saved : null;
  saved = null;
  return found;
}
