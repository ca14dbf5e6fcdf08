// The style sheet of a widget's settings. What each of them does on a page: tests/e2e/widget-appearance.spec.ts.
import { expect, test } from 'vitest';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from './defaults.ts';
import { ANIMATION_TYPES, type Appearance, type Behavior } from './payload.ts';
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

test('of an order by the default settings there is nothing to say: the widget’s own sheet draws it', () => {
  expect(styleOf(DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR, [{ type: 'purchase' }])).toBe('');
});

type Look = { appearance: Appearance; behavior: Behavior };
const OTHER: Record<Exclude<keyof Appearance, 'customCSS'>, object> = {
  brandColors: Object.fromEntries(Object.keys(DEFAULT_APPEARANCE.brandColors).map((name) => [name, '#010203'])),
  typography: { fontFamily: 'Georgia', fontSize: '20px', fontWeight: 'Bold (700)', headingStyle: 'Italic' },
  animations: { animationType: 'Flip', speed: '90ms', enabled: false, hoverEffect: 'Lift' },
  layout: { borderRadius: 3, padding: '4px', boxShadow: false, shadowIntensity: 4, borderThickness: 0 },
};
const looks = [
  ...Object.entries(OTHER).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]): [string, Partial<Look>] => {
      const own = { ...(DEFAULT_APPEARANCE[group as keyof Appearance] as object), [name]: value };
      return [`${group}.${name}`, { appearance: { ...DEFAULT_APPEARANCE, [group]: own } }];
    }),
  ),
  ...(
    [
      ['position', { position: 'top-right' }],
      ['mobilePosition', { mobilePosition: 'top' }],
      ['zIndex', { visibility: { ...DEFAULT_BEHAVIOR.visibility, zIndex: 5 } }],
      [
        'entireNotificationClickable',
        { interaction: { ...DEFAULT_BEHAVIOR.interaction, entireNotificationClickable: false } },
      ],
    ] as const
  ).map(([name, own]): [string, Partial<Look>] => [name, { behavior: { ...DEFAULT_BEHAVIOR, ...own } }]),
];

test.each(looks)('a changed %s is said, and nothing else', (_name, look) => {
  const { appearance, behavior } = { appearance: DEFAULT_APPEARANCE, behavior: DEFAULT_BEHAVIOR, ...look };
  const style = styleOf(appearance, behavior, [{ type: 'purchase' }]);
  expect(style).not.toBe('');
  expect(style.length).toBeLessThan(350);
});
