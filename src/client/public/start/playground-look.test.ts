// What the playground draws for a visitor's choices, whatever stands in its controls.
import { describe, expect, it } from 'vitest';
import { THEMES } from '#client/appearance/theme-list.ts';
import { POSITIONS } from '#shared/embed/payload.ts';
import { type Choices, colorsOf, FIRST_CHOICES, lookOf, PLAYGROUND_TYPES, themeNamed } from './playground-look.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const FIRST: Choices = { ...FIRST_CHOICES, colors: colorsOf(themeNamed(FIRST_CHOICES.theme)) };

describe('lookOf', () => {
  it('is a notification that the widget can draw, for every theme, type and place', () => {
    for (const { name } of THEMES)
      for (const type of PLAYGROUND_TYPES)
        for (const position of POSITIONS) {
          const { notification, appearance, behavior } = lookOf({ ...FIRST, theme: name, type, position }, NOW);
          expect([notification.type, behavior.position]).toEqual([type, position]);
          expect(appearance.brandColors.primaryColor).toMatch(/^#/);
        }
  });

  it('takes the visitor’s own colors over those of the theme', () => {
    const colors = { primaryColor: '#aa0000', backgroundColor: '#00bb00', textColor: '#0000cc' };
    const { brandColors } = lookOf({ ...FIRST, colors }, NOW).appearance;
    expect(brandColors).toMatchObject(colors);
    expect(brandColors.borderColor).toBe(themeNamed('Paper').appearance.brandColors.borderColor);
  });

  it('shows the visitor’s own sentence, and the sample without one', () => {
    expect(lookOf({ ...FIRST, message: '  Sam booked a table ' }, NOW).notification.message).toBe('Sam booked a table');
    expect(lookOf({ ...FIRST, message: '   ' }, NOW).notification.message).toBe('Ana from Lisbon bought the Oak Desk');
  });

  it('puts a notification at the same edge on a phone', () => {
    const edges = POSITIONS.map((position) => lookOf({ ...FIRST, position }, NOW).behavior.mobilePosition);
    expect(edges).toEqual(['top', 'top', 'top', 'bottom', 'bottom', 'bottom']);
  });

  it('falls back to the first choices for what no control offers', () => {
    const { notification, behavior } = lookOf({ ...FIRST, theme: 'None', type: 'x', position: 'y' }, NOW);
    expect([notification.type, behavior.position]).toEqual([FIRST_CHOICES.type, FIRST_CHOICES.position]);
  });
});
