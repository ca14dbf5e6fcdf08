import { expect, test } from 'vitest';
import { DEFAULT_PRIVACY, defaultRules, type Source } from '#shared/contract/source.ts';
import {
  durationOf,
  durationText,
  fieldOf,
  patchOf,
  type SourceFormValues,
  sourceFormSchema,
  valuesOf,
} from './source-form.ts';

const SOURCE: Source = {
  id: 's-1',
  siteId: 'site-1',
  kind: 'shopify',
  name: 'Shopify',
  hookUrl: 'https://proof.example.com/api/hooks/s-1',
  status: 'waiting',
  hasSecret: true,
  previousSecretUntil: null,
  templateId: null,
  mapping: null,
  lastProblem: null,
  isUnreadKept: false,
  failures: 0,
  rules: defaultRules('shopify'),
  privacy: DEFAULT_PRIVACY,
  hosts: [],
  retentionDays: 30,
  lastDeliveryAt: null,
  reachedAt: null,
  refusedAt: null,
  refusedCount: 0,
  connection: null,
  connectRefusal: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
};

const read = (changes: Partial<SourceFormValues> = {}) =>
  sourceFormSchema.safeParse({ ...valuesOf(SOURCE), ...changes });
const patch = (changes: Partial<SourceFormValues>, source = SOURCE) => {
  const output = sourceFormSchema.parse({ ...valuesOf(source), ...changes });
  const changed = Object.fromEntries(Object.entries(output).filter(([key]) => key in changes));
  return patchOf(output, changed);
};
const issuesOf = (changes: Partial<SourceFormValues>) =>
  read(changes).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test.each([
  [0, '0 minutes'],
  [45, '45 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [86_400, '1 day'],
  [604_800, '7 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test('a length of time comes back as it was stored', () => {
  for (const seconds of [0, 1, 61, 300, 3_600, 90_000, 34_560_000]) {
    const { data } = read({ minAge: { amount: '0', unit: 'minutes' }, maxAge: durationOf(Math.max(60, seconds)) });
    expect(data?.maxAge).toBe(Math.max(60, seconds));
  }
});

test('half an hour may be typed as 0.5 or 0,5 hours', () => {
  for (const amount of ['0.5', '0,5'])
    expect(patch({ minAge: { amount, unit: 'hours' } })).toEqual({ rules: { minAge: 1_800 } });
});

test('sends only what was changed', () => {
  expect(patch({})).toEqual({});
  expect(patch({ cap: '5' })).toEqual({ rules: { cap: 5 } });
  expect(patch({ shownName: 'initial', place: 'none' })).toEqual({ privacy: { name: 'initial', place: 'none' } });
  expect(patch({ name: 'Main shop', retentionDays: '90' })).toEqual({ name: 'Main shop', retentionDays: 90 });
});

test('takes a rule away by null', () => {
  const ruled = {
    ...SOURCE,
    rules: {
      ...SOURCE.rules,
      minAmount: 20,
      products: { include: ['Desk'] },
      quietHours: { from: '22:00', to: '07:00' },
    },
  };
  expect(patch({ minAmount: '' }, ruled)).toEqual({ rules: { minAmount: null } });
  expect(patch({ include: [] }, ruled)).toEqual({ rules: { products: null } });
  expect(patch({ exclude: ['Gift card'] }, ruled)).toEqual({
    rules: { products: { include: ['Desk'], exclude: ['Gift card'] } },
  });
  expect(patch({ isQuiet: false }, ruled)).toEqual({ rules: { quietHours: null } });
  expect(patch({ to: '08:30' }, ruled)).toEqual({ rules: { quietHours: { from: '22:00', to: '08:30' } } });
});

test('hours that are switched off are not sent', () => {
  expect(patch({ from: '20:00' })).toEqual({});
});

test('says what is wrong in the units that were typed', () => {
  expect(issuesOf({ minAge: { amount: '31', unit: 'days' } })).toEqual([['minAge', 'At most 30 days']]);
  expect(issuesOf({ maxAge: { amount: '30', unit: 'seconds' } })).toEqual([['maxAge', 'At least 1 minute']]);
  expect(issuesOf({ minAge: { amount: 'soon', unit: 'days' } })).toEqual([['minAge', 'Enter a number']]);
  expect(issuesOf({ cap: '0' })).toEqual([['cap', 'Enter a whole number from 1 to 100']]);
  expect(issuesOf({ minAmount: 'x' })).toEqual([['minAmount', 'Enter an amount, such as 20']]);
  expect(issuesOf({ minAge: { amount: '8', unit: 'days' } })).toEqual([
    ['maxAge', 'Must be longer than the wait before it shows'],
  ]);
});

test.each([
  ['name', 'name'],
  ['privacy.name', 'shownName'],
  ['rules.minAge', 'minAge'],
  ['rules.products.include.0', 'include'],
  ['rules.quietHours.from', 'from'],
  ['hosts.1', 'hosts'],
])('the server’s field %s is the form’s %s', (field, name) => {
  expect(fieldOf(field)).toBe(name);
});
