import { expect, test } from 'vitest';
import type { Goal } from '#shared/contract/goal.ts';
import { goalSchemaOf, keyOf, valuesOf } from './goal-form.ts';

const typed = { ...valuesOf(null), name: 'Thank you!' };
const send = (changes: object) => goalSchemaOf('site').safeParse({ ...typed, ...changes });

test('each kind sends what it needs, and nothing that was typed for another', () => {
  const page = { operator: 'is', value: ['/thanks'] };
  expect(send({ kind: 'orders', page }).data).toEqual({
    ...{ siteId: 'site', name: 'Thank you!', kind: 'orders', eventKind: 'purchase' },
  });
  expect(send({ kind: 'page', page }).data).toMatchObject({ page: { type: 'page', ...page } });
  expect(send({ kind: 'click', page }).data).toEqual({
    ...{ siteId: 'site', name: 'Thank you!', kind: 'click', key: 'thank-you' },
  });
});

test('what is missing is said at its field', () => {
  const paths = (changes: object) => send(changes).error?.issues.map(({ path }) => path.join('.'));
  expect(paths({ name: '', kind: 'orders' })).toEqual(['name']);
  expect(paths({ kind: 'page' })).toEqual(['page.value']);
  expect(paths({ kind: 'page', page: { operator: 'is', value: ['thanks'] } })).toEqual(['page.value.0']);
});

test('a goal opens as it is, and keeps the name that pages report', () => {
  const goal = { name: 'Newsletter', kind: 'click', key: 'news', eventKind: null, sourceId: null, page: null } as Goal;
  expect(keyOf({ ...valuesOf(goal), name: 'Letters' })).toBe('news');
});
