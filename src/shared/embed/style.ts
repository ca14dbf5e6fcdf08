// Turns a widget's settings into the part of the style sheet that comes with the payload: what differs from
// widget/style.css, which draws an order by the default settings without a word from the server. Pure; the server and the
// editor's preview use it. Scripts with an earlier widget/style.css are on customers' pages for good: what differs from it
// has to differ from theirs, too.
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from './defaults.ts';
import type { Appearance, Behavior, EmbedNotification, NotificationType } from './payload.ts';

/** What a notification's style depends on, besides the settings. */
export type Styled = { type: NotificationType } & {
  [K in 'image' | 'code' | 'count' | 'rating']?: EmbedNotification[K] | null;
};

/**
 * `any` follows the width of screen and viewport, whichever is smaller, with the specification's breakpoint of 768 px;
 * `page` only that of the viewport.
 */
export type Screen = 'any' | 'page' | 'mobile' | 'desktop';

/** On a grid of 24 by 24 pixels. The bag is in widget/style.css. */
const BELL = 'M4 18l2-2v-5c0-9 12-9 12 0v5l2 2zM9 20h6c0 3-6 3-6 0';
const PERSON = 'M8 7a4 4 0 1 1 0 .1zM4 21c0-10 16-10 16 0';
const STAR = 'M12 3l3 6 6 1-5 4 2 7-6-4-6 4 2-7-5-4 6-1';
const TAG = 'M3 3h9l9 9-9 9-9-9zM6 6v3h3V6';

const glyph = (path: string) => `{--glyph:path('${path}')}`;

/** Class names of types and parts may appear in owners' CSS: never change them. */
const TYPES: Record<NotificationType, string> = {
  purchase: '',
  signup: `.signup${glyph(PERSON)}.signup .media{border-radius:50%}`,
  review: `.review${glyph(STAR)}`,
  // A dot marks what is in progress.
  visitors: `.visitors${glyph(PERSON)}.visitors .count::before{content:'';display:inline-block;border:3px solid var(--secondaryColor);border-radius:50%;margin-inline-end:6px;vertical-align:.1em}`,
  'low-stock': '.low-stock .media{color:#fff;background:#c2410c}',
  // Without a picture it gets an edge instead of a box.
  announcement:
    '.announcement .media:empty{align-self:stretch;width:4px;min-width:0;min-height:0;height:auto;background:var(--primaryColor);overflow:hidden}',
  discount: `.discount${glyph(TAG)}`,
  milestone: `.milestone${glyph(STAR)}.milestone .count::before{content:'★ '}`,
  custom: `.custom${glyph(BELL)}`,
};

/** Parts that only some notifications have. Their class names may appear in owners' CSS: never change them. */
const PARTS = {
  image: 'img{width:44px;height:44px;border-radius:inherit;object-fit:cover}',
  code: '.code{position:relative;display:inline-block;margin-top:6px;padding:4px 12px;border:1px dashed var(--primaryColor);border-radius:6px;font-weight:600}',
  count: '.count{padding:0 8px}',
  rating: '.stars{color:#c77700}',
};

const HEADINGS: Record<Appearance['typography']['headingStyle'], string> = {
  Normal: '',
  Bold: '.title{font-weight:800}',
  Italic: '.title{font-style:italic}',
  Uppercase: '.title{text-transform:uppercase;letter-spacing:.04em}',
};

/** How a notification enters and leaves; all of these also fade. `--y` is just past the edge it sits at, usually the lower. */
const ANIMATIONS: Record<Appearance['animations']['animationType'], string> = {
  None: '',
  'Fade In': '',
  'Slide In': '--away:translateY(var(--y,120%));',
  'Zoom In': '--away:scale(.8);',
  Bounce: '--away:translateY(var(--y,120%));--ease:cubic-bezier(.3,1.7,.5,1);',
  Flip: '--away:perspective(400px) rotateX(80deg);',
};

const moved = (rule: string) => `@media (prefers-reduced-motion:no-preference){${rule}}`;
const HOVERS: Record<Appearance['animations']['hoverEffect'], string> = {
  None: '',
  Lift: moved('.notice:hover{translate:0 -3px}'),
  Grow: moved('.notice:hover{scale:1.02}'),
  Glow: '.notice:hover{box-shadow:0 0 24px var(--primaryColor)}',
};

/** The region has no height and the notification grows out of it, so that a different height moves nothing. */
const vertical = (edge: 'top' | 'bottom') =>
  edge === 'top'
    ? '--y:-120%;inset:env(safe-area-inset-top) 0 auto;align-items:start;'
    : '--y:120%;inset:auto 0 env(safe-area-inset-bottom);align-items:end;';

const MARGINS: Record<string, string> = {
  left: '20px auto 20px 20px',
  center: '20px auto',
  right: '20px 20px 20px auto',
};

function placeOf({ position, mobilePosition }: Behavior, screen: Screen): string {
  const isUsual = position === DEFAULT_BEHAVIOR.position && mobilePosition === DEFAULT_BEHAVIOR.mobilePosition;
  if (screen === 'any' && isUsual) return '';
  const [edge = 'bottom', side = 'right'] = position.split('-') as ['top' | 'bottom', string];
  const desktop = `.region{${vertical(edge)}margin:${MARGINS[side]}}`;
  const mobile = `.region{${vertical(mobilePosition)}margin:12px auto}`;
  if (screen === 'mobile') return mobile;
  if (screen === 'desktop') return desktop;
  const device = screen === 'any' ? ',(max-device-width:767.98px)' : '';
  return `${desktop}@media (max-width:767.98px)${device}{${mobile}}`;
}

const shadowOf = ({ boxShadow, shadowIntensity: depth }: Appearance['layout']): string =>
  boxShadow && depth > 0 ? `0 1px ${depth * 2}px #0f172a1f,0 ${depth * 4}px ${depth * 12}px #0f172a24` : 'none';

/** Unless the whole notification is the link, its text is, and looks like one. */
const TEXT_LINK =
  '.link{color:var(--linkColor);text-decoration:underline}.link::after{content:none}.link:focus-visible{outline:2px solid var(--linkColor)}';

/** The number in the parentheses: `Regular (400)`. */
const weightOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 400);

/** @returns the speed of movements; `0s` without any. */
const speedOf = ({ enabled, animationType, speed }: Appearance['animations']) =>
  enabled && animationType !== 'None' ? speed : '0s';

/** Each property of the region that settings have, in what they set. */
const regionOf = ({ brandColors, typography, animations, layout }: Appearance, { visibility }: Behavior) => ({
  ...Object.fromEntries(Object.entries(brandColors).map(([name, color]) => [`--${name}`, color])),
  '--padding': layout.padding,
  '--radius': `${layout.borderRadius}px`,
  '--speed': speedOf(animations),
  'z-index': visibility.zIndex,
  'font-size': typography.fontSize,
  'font-weight': weightOf(typography.fontWeight),
});

/** The same of the notification. */
const noticeOf = ({ typography, layout }: Appearance) => ({
  'border-width': `${layout.borderThickness}px`,
  'box-shadow': shadowOf(layout),
  // The newline also closes a quote that an owner left open in a font name.
  'font-family': `${typography.fontFamily},system-ui,sans-serif\n`,
});

type Declarations = Record<string, string | number>;

/** @returns a rule of what differs from `usual`, and of `more`; nothing if there is nothing to say. */
function changesOf(selector: string, own: Declarations, usual: Declarations, more = ''): string {
  const changed = Object.entries(own).filter(([name, value]) => value !== usual[name]);
  const body = changed.map(([name, value]) => `${name}:${value};`).join('') + more;
  return body && `${selector}{${body}}`;
}

/**
 * @param notifications that may be shown. @param screen to draw for; the visitor's own by default.
 * @returns CSS for the widget's shadow root after widget/style.css, with the owner's own last.
 */
export function styleOf(
  appearance: Appearance,
  behavior: Behavior,
  notifications: readonly Styled[],
  screen: Screen = 'any',
): string {
  const { typography, animations, customCSS } = appearance;
  const weight = weightOf(typography.fontWeight);
  const isMoving = speedOf(animations) !== '0s';
  return [
    changesOf(
      '.region',
      regionOf(appearance, behavior),
      regionOf(DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR),
      isMoving ? ANIMATIONS[animations.animationType] : '',
    ),
    changesOf('.notice', noticeOf(appearance), noticeOf(DEFAULT_APPEARANCE)),
    changesOf('.title', { 'font-weight': Math.min(weight + 200, 800) }, { 'font-weight': 600 }),
    ...(['image', 'code', 'count', 'rating'] as const)
      .filter((part) => notifications.some((notification) => notification[part] != null))
      .map((part) => PARTS[part]),
    HEADINGS[typography.headingStyle],
    animations.enabled ? HOVERS[animations.hoverEffect] : '',
    behavior.interaction.entireNotificationClickable ? '' : TEXT_LINK,
    placeOf(behavior, screen),
    ...[...new Set(notifications.map(({ type }) => type))].sort().map((type) => TYPES[type]),
    customCSS,
  ].join('');
}
