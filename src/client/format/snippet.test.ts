import { expect, test } from 'vitest';
import { pinnedSnippetOf, snippetOf } from './snippet.ts';

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
