import { expect, test } from 'vitest';
import { valuesOf } from './editor-form.ts';
import { saveDraft, takeDraft } from './saved-draft.ts';
import { draftFromValues, templateValuesOf } from './template-form.ts';

const draftOf = (message: string) => ({ draft: {}, values: { ...valuesOf({}, 'UTC'), message } });

test('only the last saved draft is restored, once, to its own widget', () => {
  saveDraft('editor', 'w', draftOf('first'));
  saveDraft('editor', 'w', draftOf('second'));
  expect(takeDraft('editor', 'w')?.values.message).toBe('second');
  expect(takeDraft('editor', 'w')).toBeNull();
});

test('another widget gets no draft, and asking for one discards it', () => {
  saveDraft('editor', 'w', draftOf('mine'));
  expect(takeDraft('editor', 'other')).toBeNull();
  expect(takeDraft('editor', 'w')).toBeNull();
});

test('a template on top of the editor is saved beside it', () => {
  const draft = draftFromValues(valuesOf({ message: 'Hello' }, 'UTC'));
  saveDraft('editor', 'w', draftOf('mine'));
  saveDraft('editor-template', 'w', { draft, values: templateValuesOf(draft) });
  expect(takeDraft('gallery', 'w')).toBeNull();
  expect(takeDraft('editor-template', 'w')?.values.message).toBe('Hello');
  expect(takeDraft('editor', 'w')?.values.message).toBe('mine');
});
