// The style sheet of a widget's settings. What each of them does on a page: tests/e2e/widget-appearance.spec.ts.
import { expect, test } from 'vitest';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from './defaults.ts';
import { ANIMATION_TYPES, type Appearance } from './payload.ts';
import { styleOf } from './style.ts';

const styleWith = (
  typography: Partial<Appearance['typography']>,
  layout: Partial<Appearance['layout']> = {},
  animations: Partial<Appearance['animations']> = {},
) =>
  styleOf(
    {
      ...DEFAULT_APPEARANCE,
      typography: { ...DEFAULT_APPEARANCE.typography, ...typography },
      layout: { ...DEFAULT_APPEARANCE.layout, ...layout },
      animations: { ...DEFAULT_APPEARANCE.animations, ...animations },
    },
    DEFAULT_BEHAVIOR,
    [{ type: 'purchase' }],
  );

test.each([
  ['Bold', '.title{font-weight:800}'],
  ['Italic', '.title{font-style:italic}'],
  ['Uppercase', '.title{text-transform:uppercase;'],
] as const)('the title style %s is set of titles alone', (headingStyle, rule) => {
  expect(styleWith({ headingStyle })).toContain(rule);
  expect(styleWith({ headingStyle: 'Normal' })).not.toContain(rule);
});

test.each(ANIMATION_TYPES)(
  'the animation %s moves unless it only fades, and not when animations are off',
  (animationType) => {
    const styleOfMoves = (enabled: boolean) => styleWith({}, {}, { animationType, enabled });
    const isMoving = !['None', 'Fade In'].includes(animationType);
    expect(styleOfMoves(true).includes('--away:')).toBe(isMoving);
    expect(styleOfMoves(false)).not.toContain('--away:');
  },
);

test('a shadow grows with its strength, and is absent at 0 or when it is off', () => {
  const sizeOf = (layout: Partial<Appearance['layout']>) => {
    const [, shadow = ''] = /box-shadow:([^;}]*)/.exec(styleWith({}, layout)) ?? [];
    return Math.max(0, ...[...shadow.matchAll(/([\d.]+)px/g)].map(([, size]) => Number(size)));
  };
  const sizes = [0, 1, 3, 5].map((shadowIntensity) => sizeOf({ shadowIntensity }));
  expect(sizes[0]).toBe(0);
  expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  expect(sizeOf({ shadowIntensity: 5, boxShadow: false })).toBe(0);
});
