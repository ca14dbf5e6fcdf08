// What answers in any order leave in the cache.
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Widget } from '#shared/contract/widget.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import { newerWidget, switchedBack } from './widgets.ts';

const widget = (revision: number, changes: Partial<Widget> = {}): Widget => ({
  id: 'w',
  siteId: 's',
  name: 'Oak & Iron',
  type: 'social-proof',
  isActive: true,
  settings: { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, rules: DEFAULT_RULES, revision },
  styleSheet: { css: '', issue: null },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

test('an answer never replaces one of a higher revision, and what is equal stays the same object', () => {
  const known = widget(3, { styleSheet: { css: '.title{}', issue: null } });
  expect(newerWidget(known, widget(2))).toBe(known);
  expect(newerWidget(undefined, widget(2))).toEqual(widget(2));
  const next = newerWidget(known, widget(4));
  expect(next).toEqual(widget(4));
  expect(next.settings.appearance).toBe(known.settings.appearance);
});

test('a load that was begun before a save leaves the answer of the save in the cache', async () => {
  const client = new QueryClient();
  const slow = Promise.withResolvers<Widget>();
  const structuralSharing = (known: unknown, answer: unknown) => newerWidget(known as Widget, answer as Widget);
  const load = client.fetchQuery({ queryKey: ['w'], queryFn: () => slow.promise, structuralSharing });
  client.setQueryData<Widget>(['w'], (known) => newerWidget(known, widget(3)));
  slow.resolve(widget(2));
  await load;
  expect(client.getQueryData<Widget>(['w'])?.settings.revision).toBe(3);
});

test('a refused pause takes back the switch alone, and not what the server said meanwhile', () => {
  const before = widget(2);
  const paused = { ...before, isActive: false };
  expect(switchedBack(paused, before)).toEqual(before);
  const saved = widget(3, { styleSheet: { css: '.title{}', issue: null } });
  expect(switchedBack(saved, before)).toBe(saved);
});
