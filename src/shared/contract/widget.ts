// Widgets on the wire: complete settings in responses, patches in saves. The patch schemas have no defaults: zod's
// partial() would fill in keys that the owner did not send, and so reset them.
import { z } from 'zod';
import {
  ANIMATION_TYPES,
  CLICK_BEHAVIORS,
  DISMISS_PERIODS,
  FONT_WEIGHTS,
  HEADING_STYLES,
  HOVER_EFFECTS,
  LANGUAGES,
  MOBILE_POSITIONS,
  POSITIONS,
  QUEUE_ORDERS,
} from '../embed/payload.ts';
import { NAME_MAX, SETTING_RANGES } from '../limits.ts';
import { rulesPatch, rulesSchema } from './rules.ts';
import { boundedText, filledText, id, isoDate, pageFields, paging, text } from './text.ts';

const NO_COLOR = 'Enter a color such as #3498db';
const color = () => boundedText(7, NO_COLOR).regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, NO_COLOR);

/** A number with a unit, stored as text because the specification's defaults are text (`14px`, `300ms`). */
const measure = ({ min, max, unit }: { min: number; max: number; unit: 'px' | 'ms' }) => {
  const message = `Enter ${min}${unit} to ${max}${unit}`;
  return boundedText(10, message).refine((value) => {
    const match = /^(\d{1,5}(?:\.\d{1,2})?)(px|ms)$/.exec(value);
    return match?.[2] === unit && Number(match[1]) >= min && Number(match[1]) <= max;
  }, message);
};

const between = ({ min, max }: { min: number; max: number }) =>
  z.number(`Enter a number from ${min} to ${max}`).min(min, `At least ${min}`).max(max, `At most ${max}`);

// Family names end up in a style sheet on the visitor's page: only letters, digits, spaces, quotes, commas and hyphens.
const NO_FONT = 'Use letters, digits, spaces, commas and hyphens';
const fontFamily = () => boundedText(100, NO_FONT).regex(/^[\p{L}\p{N} ,'"-]+$/u, NO_FONT);

const brandColors = z.strictObject({
  primaryColor: color(),
  secondaryColor: color(),
  textColor: color(),
  backgroundColor: color(),
  linkColor: color(),
  borderColor: color(),
});
const typography = z.strictObject({
  fontFamily: fontFamily(),
  fontSize: measure(SETTING_RANGES.fontSize),
  fontWeight: z.enum(FONT_WEIGHTS),
  headingStyle: z.enum(HEADING_STYLES),
});
const animations = z.strictObject({
  animationType: z.enum(ANIMATION_TYPES),
  speed: measure(SETTING_RANGES.speed),
  enabled: z.boolean(),
  hoverEffect: z.enum(HOVER_EFFECTS),
});
const layout = z.strictObject({
  borderRadius: between(SETTING_RANGES.borderRadius),
  padding: measure(SETTING_RANGES.padding),
  boxShadow: z.boolean(),
  shadowIntensity: between(SETTING_RANGES.shadowIntensity),
  borderThickness: between(SETTING_RANGES.borderThickness),
});
/** The server, which has a CSS parser, checks the size in bytes and the content. */
const customCSS = text(4_096);

const timing = z.strictObject({
  initialDelay: between(SETTING_RANGES.initialDelay),
  displayDuration: between(SETTING_RANGES.displayDuration),
  timeBetween: between(SETTING_RANGES.timeBetween),
  randomizeTiming: z.boolean(),
});
const interaction = z.strictObject({
  entireNotificationClickable: z.boolean(),
  openInNewTab: z.boolean(),
  allowClosing: z.boolean(),
  dismissPeriod: z.enum(DISMISS_PERIODS),
  clickBehavior: z.enum(CLICK_BEHAVIORS),
});
const visibility = z.strictObject({
  showOnDesktop: z.boolean(),
  showOnMobile: z.boolean(),
  zIndex: between(SETTING_RANGES.zIndex).int('Enter a whole number'),
});
const queue = z.strictObject({
  order: z.enum(QUEUE_ORDERS),
  loop: z.boolean(),
  perPage: between(SETTING_RANGES.perPage).int('Enter a whole number'),
  perVisit: between(SETTING_RANGES.perVisit).int('Enter a whole number'),
});

export const appearanceSchema = z.strictObject({ brandColors, typography, animations, layout, customCSS });
export const behaviorSchema = z.strictObject({
  position: z.enum(POSITIONS),
  mobilePosition: z.enum(MOBILE_POSITIONS),
  timing,
  interaction,
  visibility,
  language: z.enum(LANGUAGES),
  showSource: z.boolean(),
  queue,
});

export const appearancePatch = appearanceSchema.partial().extend({
  brandColors: brandColors.partial().optional(),
  typography: typography.partial().optional(),
  animations: animations.partial().optional(),
  layout: layout.partial().optional(),
});
const behaviorPatch = behaviorSchema.partial().extend({
  timing: timing.partial().optional(),
  interaction: interaction.partial().optional(),
  visibility: visibility.partial().optional(),
  queue: queue.partial().optional(),
});

/** What a save sends: given keys replace stored ones, missing keys stay, arrays are replaced as a whole. */
export const settingsPatch = z.strictObject({
  appearance: appearancePatch.optional(),
  behavior: behaviorPatch.optional(),
  rules: rulesPatch.optional(),
  /**
   * Accepted so that clients can send settings back unchanged. Not needed as a guard, because settings merge by key.
   */
  revision: z.number().int().optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** Settings in responses, with defaults applied. */
export const settingsSchema = z.object({
  appearance: appearanceSchema,
  behavior: behaviorSchema,
  rules: rulesSchema,
  /** Incremented by every change to the widget or its notifications. */
  revision: z.number().int(),
});

export const widgetSchema = z.object({
  id: z.string(),
  siteId: z.string(),
  name: z.string(),
  type: z.literal('social-proof'),
  isActive: z.boolean(),
  settings: settingsSchema,
  /**
   * The owner's CSS as visitors get it: written anew from what was checked, or left out (`css` is '') because of an issue
   * that an earlier version let pass.
   */
  styleSheet: z.object({ css: z.string(), issue: z.string().nullable() }),
  createdAt: isoDate(),
  updatedAt: isoDate(),
});
export type Widget = z.infer<typeof widgetSchema>;

export const listWidgetsInput = z.strictObject({ siteId: id().optional(), ...paging });
export const widgetListSchema = z.object({
  widgets: z.array(widgetSchema),
  ...pageFields,
});
export const updateWidgetInput = z.strictObject({
  id: id(),
  name: filledText(NAME_MAX, 'Enter a name').optional(),
  isActive: z.boolean().optional(),
});
export type UpdateWidgetInput = z.infer<typeof updateWidgetInput>;
export const saveSettingsInput = z.strictObject({ id: id(), settings: settingsPatch });
