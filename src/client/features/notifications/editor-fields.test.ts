import { createElement } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { inForm, rendered, textOf } from '#tests/support/rendered.ts';
import { EditorFields } from './editor-fields.tsx';
import { type EditorValues, valuesOf } from './editor-form.ts';

const timezone = 'Europe/Lisbon';

function Form({ startsAt }: { startsAt: string }) {
  const form = useForm<EditorValues>({ defaultValues: { ...valuesOf({}, timezone), startsAt } });
  const fields = createElement(EditorFields, { timezone, isFromTemplate: false, source: 'manual', own: null });
  return inForm(form, fields);
}
const shown = (startsAt: string) => textOf(rendered(createElement(Form, { startsAt })));

test('a time that clocks skip or show twice is explained under its field; the zone is named', () => {
  expect(shown('2027-03-28T01:30')).toMatch(
    /Show from .*Clocks skip this time that night, so it will be 02:30\. Show until/,
  );
  expect(shown('2027-10-31T01:30')).toContain('Clocks show this time twice that night. The first counts.');
  const usual = shown('2027-06-01T12:00');
  expect(usual).not.toContain('Clocks s');
  expect(usual).toMatch(/Schedule In .*Lisbon.*Leave blank to always show it/);
});
