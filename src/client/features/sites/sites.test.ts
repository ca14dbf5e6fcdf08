import { expect, test } from 'vitest';
import { allowedSites, remainingSites } from '#client/data/sites.ts';
import { pinnedSnippetOf, snippetOf } from './snippet-panel.tsx';

test('allows one site without a user, otherwise what the subscription says', () => {
  expect(allowedSites(null)).toBe(1);
  expect(allowedSites({ subscription: { type: 'growth', status: 'active', max_sites: 10 } })).toBe(10);
});

test('the remaining sites never drop below zero', () => {
  expect(remainingSites(3, 1)).toBe(2);
  expect(remainingSites(1, 1)).toBe(0);
  expect(remainingSites(1, 4)).toBe(0);
});

test('the snippet contains the widget script and the site', () => {
  expect(snippetOf('https://bell.example', 's1')).toBe(
    '<script async src="https://bell.example/widget.js" data-site-id="s1"></script>',
  );
});

test('the pinned snippet carries the checksum and omits credentials', () => {
  expect(pinnedSnippetOf('https://bell.example', 's1', { file: 'widget-0a.js', integrity: 'sha384-x+/=' })).toBe(
    '<script async src="https://bell.example/widget-0a.js" integrity="sha384-x+/=" crossorigin="anonymous" data-site-id="s1"></script>',
  );
});

test('nothing in a snippet can break out of an attribute', () => {
  expect(snippetOf('https://bell.example', '"><script>')).not.toContain('"><script>"');
});
