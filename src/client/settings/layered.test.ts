import { expect, test } from 'vitest';
import { createOwnAppearance } from './layered.ts';
import { DEFAULT_SETTINGS } from './paths.ts';

const TEXT = 'appearance.brandColors.textColor';

test('a notification’s own appearance follows the widget but for what it sets', () => {
  const told: unknown[] = [];
  const source = createOwnAppearance(DEFAULT_SETTINGS, { brandColors: { textColor: '#111111' } }, (patch) =>
    told.push(patch),
  );
  expect(source.state(TEXT)).toMatchObject({ value: '#111111', fallback: '#333333', origin: 'notification' });
  expect(source.state('appearance.layout.padding')).toMatchObject({
    value: '16px',
    isChanged: false,
    origin: 'global',
  });
  source.change({ 'appearance.layout.padding': '8px' });
  source.reset([TEXT, 'appearance.layout.padding']);
  expect(told).toEqual([{ brandColors: { textColor: '#111111' }, layout: { padding: '8px' } }, null]);
  expect(source.settings()).toEqual(DEFAULT_SETTINGS);
});

test('an error reaches the control of its setting, and leaves it', () => {
  const source = createOwnAppearance(DEFAULT_SETTINGS, null, () => {});
  let calls = 0;
  source.subscribe(() => calls++);
  source.setErrors(new Map([[TEXT, 'Enter a color']]));
  expect(source.state(TEXT).error).toBe('Enter a color');
  source.setErrors(new Map());
  expect(source.state(TEXT).error).toBeUndefined();
  expect(calls).toBe(2);
});
