// Saves drafts when the session ends, until their author logs in again. Held only in this page's memory and for one
// widget, which belongs to one owner.
import type { Draft } from './describe.ts';
import type { EditorValues } from './editor-form.ts';
import type { TemplateDraft, TemplateValues } from './template-form.ts';

type SavedTemplate = { draft: TemplateDraft; values: TemplateValues };

/** What each form holds. A template can be written in the gallery, and on top of the editor. */
type Saved = {
  editor: { draft: Draft; values: EditorValues };
  gallery: SavedTemplate;
  'editor-template': SavedTemplate;
};
type Place = keyof Saved;

const saved = new Map<Place, { widgetId: string; draft: Saved[Place] }>();

/** Saves a form's draft, replacing any earlier one. */
export function saveDraft<P extends Place>(place: P, widgetId: string, draft: Saved[P]): void {
  saved.set(place, { widgetId, draft });
}

/** @returns the widget's draft for a form, only once; a draft for another widget is discarded. */
export function takeDraft<P extends Place>(place: P, widgetId: string): Saved[P] | null {
  const found = saved.get(place);
  saved.delete(place);
  return found?.widgetId === widgetId ? (found.draft as Saved[P]) : null;
}
