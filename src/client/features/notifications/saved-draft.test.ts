import { expect, test } from 'vitest';
import { valuesOf } from './editor-form.ts';
import { saveDraft, takeDraft } from './saved-draft.ts';

const draftOf = (widgetId: string, message: string) => ({
  widgetId,
  draft: {},
  values: { ...valuesOf({}, 'UTC'), message },
});

test('only the last saved draft is restored, once, to its own widget', () => {
  saveDraft(draftOf('w', 'first'));
  saveDraft(draftOf('w', 'second'));
  expect(takeDraft('w')?.values.message).toBe('second');
  expect(takeDraft('w')).toBeNull();
});

test('another widget gets no draft, and asking for one discards it', () => {
  saveDraft(draftOf('w', 'mine'));
  expect(takeDraft('other')).toBeNull();
  expect(takeDraft('w')).toBeNull();
});
