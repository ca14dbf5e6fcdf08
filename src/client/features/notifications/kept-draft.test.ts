import { expect, test } from 'vitest';
import { valuesOf } from './editor-form.ts';
import { keepDraft, takeDraft } from './kept-draft.ts';

const draftOf = (widgetId: string, message: string) => ({ widgetId, draft: {}, values: { ...valuesOf({}), message } });

test('a kept draft comes back to its widget, once, and the last one only', () => {
  keepDraft(draftOf('w', 'first'));
  keepDraft(draftOf('w', 'second'));
  expect(takeDraft('w')?.values.message).toBe('second');
  expect(takeDraft('w')).toBeNull();
});

test('another widget gets nothing, and nothing is left for the next who comes', () => {
  keepDraft(draftOf('w', 'mine'));
  expect(takeDraft('other')).toBeNull();
  expect(takeDraft('w')).toBeNull();
});
