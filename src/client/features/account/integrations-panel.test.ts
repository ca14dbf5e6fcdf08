import { expect, test } from 'vitest';
import { integrationName, removeIntegration } from './integrations-panel.tsx';

test('a string is its own name', () => {
  expect(integrationName('Mailchimp')).toBe('Mailchimp');
});

test('an object is named after the name it carries', () => {
  expect(integrationName({ id: 'x1', name: 'Shop sync' })).toBe('Shop sync');
  expect(integrationName({ name: '  ', type: 'shopify' })).toBe('shopify');
  expect(integrationName({ name: 5 })).toBe('Unnamed');
  expect(integrationName({})).toBe('Unnamed');
});

test('removes only one of several equal entries, comparing objects by content', () => {
  expect(removeIntegration(['a', 'b', 'a'], 'a')).toEqual(['b', 'a']);
  expect(removeIntegration(['a', { id: 1 }], { id: 1 })).toEqual(['a']);
  expect(removeIntegration(['a'], 'gone already')).toEqual(['a']);
});
