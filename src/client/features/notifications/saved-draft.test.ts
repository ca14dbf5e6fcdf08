import { expect, test } from 'vitest';
import { valuesOf } from './editor-form.ts';
import { saveDraft, takeDraft } from './saved-draft.ts';

const draftOf = (widgetId: string, message: string) => ({ widgetId, draft: {}, values: { ...valuesOf({}), message } });

test('a saved draft comes back to its widget, once, and the last one only', () => {
  saveDraft(draftOf('w', 'first'));
  saveDraft(draftOf('w', 'second'));
  expect(takeDraft('w')?.values.message).toBe('second');
  expect(takeDraft('w')).toBeNull();
});

test('another widget gets nothing, and nothing is left for the next who comes', () => {
  saveDraft(draftOf('w', 'mine'));
  expect(takeDraft('other')).toBeNull();
  expect(takeDraft('w')).toBeNull();
});
