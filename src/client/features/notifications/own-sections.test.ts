import { createElement } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { Widget } from '#shared/contract/widget.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import { inForm, rendered, textOf } from '#tests/support/rendered.ts';
import { type EditorValues, valuesOf } from './editor-form.ts';
import { OwnSections } from './own-sections.tsx';

const settings = { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES };

/** The sections after the server has refused a field. */
function Refused({ field }: { field: string }) {
  const message = 'Not this one';
  const [part = ''] = field.split('.');
  const form = useForm<EditorValues>({
    defaultValues: valuesOf({}, 'UTC'),
    errors: { [part]: { type: 'server', message } },
  });
  const failure = { code: 'validation', message: 'whatever', status: 400, fields: [{ field, message }] };
  const widget = { settings } as unknown as Widget;
  const sections = createElement(OwnSections, { widget, timezone: 'UTC', failure });
  return inForm(form, sections);
}
const shown = (field: string) => textOf(rendered(createElement(Refused, { field })));

test('what the server refused in the look stands at its section, with the setting that it is about', () => {
  expect(shown('appearance.typography.fontSize')).toMatch(/^Appearance Site default Font size: Not this one Who/);
  expect(shown('appearance')).toMatch(/^Appearance Site default Not this one Who/);
});

test('what it refused in the rules stands at theirs', () => {
  expect(shown('rules.conditions.0.value')).toMatch(/Who sees it Everywhere Not this one$/);
});
