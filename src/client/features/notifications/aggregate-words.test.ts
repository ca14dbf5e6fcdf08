import { expect, it } from 'vitest';
import { makeNotification } from '#tests/support/notification.ts';
import { computationOf, valueInWords } from './aggregate-words.ts';
import { originOf, scheduleNote } from './describe.ts';
import { askedOf, draftFromNotification, templateSchema, templateValuesOf } from './template-form.ts';

const COUNT = { measure: 'count', kind: 'purchase', window: 'week', floor: 5, product: 'oak' } as const;
const computed = makeNotification({
  type: 'milestone',
  source: 'template',
  message: '3 sold',
  aggregate: { ...COUNT, message: '{{value}} sold', title: null },
  computed: { value: 3, count: 3, at: '2026-05-03T10:00:00.000Z' },
  isHeldBack: true,
});

it('says what is counted, over which days', () => {
  expect(computationOf(COUNT)).toBe('Number of purchases of “oak”, today and the 6 days before');
  expect(computationOf({ measure: 'displays', window: 'day', floor: 5 })).toBe(
    "How often the site's notifications were displayed, since midnight",
  );
  expect(valueInWords({ measure: 'average' }, { value: 4.75, count: 1 })).toBe('4.8 from 1 rating');
  expect(valueInWords({ measure: 'average' }, { value: null, count: 0 })).toBe('0 ratings');
  expect(valueInWords({ measure: 'count' }, { value: 1_234, count: 1_234 })).toBe('1,234');
});

it('names a computed notification so, and why it is held back', () => {
  expect(originOf(computed)).toBe('Computed');
  expect(scheduleNote(computed, 0, 'UTC')).toBe('Shows at 5 or more; now 3');
  expect(scheduleNote({ ...computed, computed: null }, 0, 'UTC')).toBe('Not computed yet');
  expect(scheduleNote({ ...computed, isHeldBack: false }, 0, 'UTC')).toBeNull();
});

it('makes a template that computes the same, and none that types the number', async () => {
  const values = templateValuesOf(draftFromNotification(computed));
  expect(values).toMatchObject({ message: '{{value}} sold', count: '', aggregate: { ...COUNT, floor: '5' } });
  const input = await templateSchema.parseAsync({ ...values, name: 'Mine' });
  expect(input.settings).toMatchObject({ message: '{{value}} sold', aggregate: COUNT });
  const typed = await templateSchema.safeParseAsync({ ...values, name: 'Mine', message: '{{name}} bought' });
  expect(typed.error?.issues.map(({ path }) => path)).toEqual([['message']]);
});

it('asks for no more than what the measure counts', () => {
  const { aggregate } = templateValuesOf(draftFromNotification(computed));
  expect(askedOf({ ...aggregate, measure: '' })).toBeNull();
  expect(askedOf({ ...aggregate, measure: 'displays' })).toEqual({ measure: 'displays', window: 'week' });
  expect(askedOf({ ...aggregate, product: ' ', sourceId: 's1' })).toEqual({
    ...{ measure: 'count', kind: 'purchase', window: 'week' },
    sourceId: 's1',
  });
});
