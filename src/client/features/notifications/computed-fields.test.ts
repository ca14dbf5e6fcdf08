import { createElement } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { Aggregate } from '#shared/contract/aggregate.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import { inForm, rendered, textOf } from '#tests/support/rendered.ts';
import { ComputedPreview } from './computed-fields.tsx';
import { type EditorValues, valuesOf } from './editor-form.ts';

const aggregate: Aggregate = { measure: 'count', kind: 'purchase', window: 'week', floor: 5 };
const settings = { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES };
const widget = { siteId: 's1', settings, styleSheet: { css: '', issue: null } } as unknown as Widget;

function Preview({ count }: { count: number }) {
  const form = useForm<EditorValues>({ defaultValues: valuesOf({}, 'UTC') });
  const draft = {
    id: 'n1',
    message: '{{value}} sold',
    title: null,
    computed: { value: count, count, at: '2026-11-25T12:00:00.000Z' },
  };
  return inForm(form, createElement(ComputedPreview, { widget, draft, aggregate }));
}

test('what has nothing to count yet shows a sample, and says so', () => {
  const note = 'The number is an example: there is nothing to count yet.';
  expect(textOf(rendered(createElement(Preview, { count: 0 })))).toContain(note);
  expect(textOf(rendered(createElement(Preview, { count: 3 })))).not.toContain(note);
});
