// What the home page's playground draws: a visitor's choices as the settings that an owner would have. Pure.
import { THEMES, type Theme } from '#client/appearance/theme-list.ts';
import { samplesOf } from '#client/preview/page-notifications.ts';
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import {
  type Appearance,
  type Behavior,
  type EmbedNotification,
  NOTIFICATION_TYPES,
  type NotificationType,
  POSITIONS,
} from '#shared/embed/payload.ts';

/** The colors that can be changed by themselves. */
export const PLAYGROUND_COLORS = ['primaryColor', 'backgroundColor', 'textColor'] as const;
type PlaygroundColors = Record<(typeof PLAYGROUND_COLORS)[number], string>;

/** Custom ones look like announcements. */
export const PLAYGROUND_TYPES = NOTIFICATION_TYPES.filter((type) => type !== 'custom');

/** As the controls have it: texts. */
export type Choices = {
  theme: string;
  type: string;
  position: string;
  colors: PlaygroundColors;
  /** The visitor's own sentence; empty for the type's sample. */
  message: string;
};

const [FIRST_THEME] = THEMES as [Theme, ...Theme[]];

export const themeNamed = (name: string): Theme => THEMES.find((theme) => theme.name === name) ?? FIRST_THEME;

export const colorsOf = ({ appearance }: Theme): PlaygroundColors => {
  const { primaryColor, backgroundColor, textColor } = appearance.brandColors;
  return { primaryColor, backgroundColor, textColor };
};

/** What stands in the page before anybody has chosen. */
export const FIRST_CHOICES = {
  theme: 'Paper',
  type: 'purchase',
  position: 'bottom-left',
  message: '',
} as const;

export type Look = { notification: EmbedNotification; appearance: Appearance; behavior: Behavior };

const oneOf = <T extends string>(all: readonly T[], text: string, otherwise: T): T =>
  all.find((one) => one === text) ?? otherwise;

/** @param now milliseconds since 1970. */
export function lookOf({ theme, type, position, colors, message }: Choices, now: number): Look {
  const { brandColors, typography, layout } = themeNamed(theme).appearance;
  const wanted = oneOf<NotificationType>(PLAYGROUND_TYPES, type, FIRST_CHOICES.type);
  const sample = samplesOf(now).find((one) => one.type === wanted) as EmbedNotification;
  const place = oneOf(POSITIONS, position, FIRST_CHOICES.position);
  return {
    notification: { ...sample, message: message.trim() || sample.message },
    appearance: {
      ...DEFAULT_APPEARANCE,
      brandColors: { ...brandColors, ...colors },
      typography: { ...DEFAULT_APPEARANCE.typography, ...typography },
      animations: { ...DEFAULT_APPEARANCE.animations, animationType: 'Slide In' },
      layout: { ...DEFAULT_APPEARANCE.layout, ...layout },
    },
    behavior: { ...DEFAULT_BEHAVIOR, position: place, mobilePosition: place.startsWith('top') ? 'top' : 'bottom' },
  };
}
