// Turns a widget's settings into the part of the style sheet that comes with the payload, so that nobody downloads five
// animations to use one. The rest, which is the same everywhere, is in the widget (widget/style.css). Pure; the server
// and the editor's preview use it.
import type { Appearance, Behavior, EmbedNotification, NotificationType } from './payload.ts';

/** What a notification's style depends on, besides the settings. */
export type Styled = { type: NotificationType } & {
  [K in 'image' | 'code' | 'count' | 'rating' | 'from']?: EmbedNotification[K] | null;
};

/**
 * `any` follows the width of screen and viewport, whichever is smaller, with the specification's breakpoint of 768 px;
 * `page` only that of the viewport.
 */
export type Screen = 'any' | 'page' | 'mobile' | 'desktop';

/** On a grid of 24 by 24 pixels. */
const BELL = 'M4 18l2-2v-5c0-9 12-9 12 0v5l2 2zM9 20h6c0 3-6 3-6 0';
const BAG = 'M4 21l1-13h14l1 13zM8 8c0-7 8-7 8 0h-2c0-4-4-4-4 0';
const PERSON = 'M8 7a4 4 0 1 1 0 .1zM4 21c0-10 16-10 16 0';
const STAR = 'M12 3l3 6 6 1-5 4 2 7-6-4-6 4 2-7-5-4 6-1';
const TAG = 'M3 3h9l9 9-9 9-9-9zM6 6v3h3V6';

const glyph = (path: string) => `{--glyph:path('${path}')}`;
/** Marks what is new or in progress. */
const DOT =
  "time::before,.visitors .count::before{content:'';display:inline-block;border:3px solid var(--secondaryColor);border-radius:50%;margin-inline-end:6px;vertical-align:.1em}";

/** Class names of types and parts may appear in owners' CSS: never change them. */
const TYPES: Record<NotificationType, string> = {
  purchase: `.purchase${glyph(BAG)}`,
  signup: `.signup${glyph(PERSON)}.signup .media{border-radius:50%}`,
  review: `.review${glyph(STAR)}`,
  visitors: `.visitors${glyph(PERSON)}`,
  'low-stock': `.low-stock${glyph(BAG)}.low-stock .media{color:#fff;background:#c2410c}`,
  // Without a picture it gets an edge instead of a box.
  announcement:
    '.announcement .media:empty{align-self:stretch;width:4px;min-width:0;min-height:0;height:auto;background:var(--primaryColor);overflow:hidden}',
  discount: `.discount${glyph(TAG)}`,
  milestone: `.milestone${glyph(STAR)}.milestone .count::before{content:'★ '}`,
  custom: `.custom${glyph(BELL)}`,
};

/** Fills the box of a notification with neither picture nor number. */
const GLYPH = ".media:empty::before{border:12px solid;clip-path:var(--glyph);content:''}";

/** Parts that only some notifications have. Their class names may appear in owners' CSS: never change them. */
const PARTS = {
  image: 'img{width:44px;height:44px;border-radius:inherit;object-fit:cover}',
  code: '.code{position:relative;display:inline-block;margin-top:6px;padding:4px 12px;border:1px dashed var(--primaryColor);border-radius:6px;font-weight:600}',
  count: '.count{padding:0 8px}',
  rating: '.stars{color:#c77700}',
};

/** Nobody wants it on paper. */
const PRINT = '@media print{.region{display:none}}';

/** Handles large type, long words and small screens. */
const FITTING = [
  // If picture and number don't fit side by side, stack them.
  '.media{align-self:start;flex-wrap:wrap;max-width:55%}',
  // The age follows the direction of the visitor's language, whatever the page's direction.
  'time{display:block;margin-top:3px;font-size:.86em;opacity:.75;unicode-bidi:plaintext;width:fit-content}time::before{float:inline-start;margin-top:.45em}',
].join('');

const HEADINGS: Record<Appearance['typography']['headingStyle'], string> = {
  Normal: '',
  Bold: '.title{font-weight:800}',
  Italic: '.title{font-style:italic}',
  Uppercase: '.title{text-transform:uppercase;letter-spacing:.04em}',
};

/** How a notification enters and leaves; all of these also fade. `--y` is just past the edge it sits at. */
const ANIMATIONS: Record<Appearance['animations']['animationType'], string> = {
  None: '',
  'Fade In': '',
  'Slide In': '--away:translateY(var(--y));',
  'Zoom In': '--away:scale(.8);',
  Bounce: '--away:translateY(var(--y));--ease:cubic-bezier(.3,1.7,.5,1);',
  Flip: '--away:perspective(400px) rotateX(80deg);',
};

/** Entering and leaving; the direction is one of ANIMATIONS. */
const MOTION =
  '.gone{transform:var(--away)}@media (prefers-reduced-motion:no-preference){.notice{transition:var(--speed) var(--ease,ease-out);@starting-style{opacity:0;transform:var(--away)}}}';

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

function placeOf({ position, mobilePosition }: Behavior, screen: Screen): string {
  const [edge = 'bottom', side] = position.split('-') as ['top' | 'bottom', string];
  const margin = side === 'center' ? '' : `margin-${side}:20px;`;
  const desktop = `.region{${vertical(edge)}${margin}}`;
  const mobile = `.region{${vertical(mobilePosition)}margin:12px auto}`;
  if (screen === 'mobile') return mobile;
  if (screen === 'desktop') return desktop;
  const device = screen === 'any' ? ',(max-device-width:767.98px)' : '';
  return `${desktop}@media (max-width:767.98px)${device}{${mobile}}`;
}

function shadowOf({ boxShadow, shadowIntensity: depth }: Appearance['layout']): string {
  if (!boxShadow || depth === 0) return '';
  return `box-shadow:0 1px ${depth * 2}px #0f172a1f,0 ${depth * 4}px ${depth * 12}px #0f172a24;`;
}

/** The close button. Its own padding overlaps the notification's, as far as there is any. */
const closeOf = ({ padding }: Appearance['layout']) =>
  `.close{position:relative;align-self:start;padding:4px 10px;margin:max(-10px,-${padding});border-radius:50%;font-size:20px;line-height:1;opacity:.7}.close:not(:focus-visible){outline:1px solid #0000}.close:hover{opacity:1}`;

/**
 * Source and age on one line: the age's dot gives way to a dot in the middle. Above the link that covers everything, and 24
 * px high for fingers, whatever the size of its text: its own padding takes no room, as far as the notification has any.
 */
const markOf = ({ padding }: Appearance['layout']) =>
  `.mark{--p:max(4px,12px - .68em);position:relative;display:block;width:fit-content;padding:var(--p) 4px;margin:calc(3px - var(--p)) -4px max(-1*var(--p),-${padding});font-size:.86em;opacity:.75}.mark:hover{opacity:1;text-decoration:underline}.mark time{display:inline;margin:0;font-size:1em;opacity:1}.mark time::before{content:'·';float:none;border:0;margin:0 .4em;vertical-align:0}`;

/** Either the whole notification is the link, or just the text, which then looks like one. */
const linkOf = (isWhole: boolean) =>
  isWhole
    ? ".link:focus-visible{outline:0}.link::after{content:'';position:absolute;inset:0;border-radius:var(--radius)}.link:focus-visible::after{outline:2px solid var(--linkColor);outline-offset:-2px}.link:hover{color:var(--linkColor)}"
    : '.link{color:var(--linkColor);text-decoration:underline}';

/** The number in the parentheses: `Regular (400)`. */
const weightOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 400);

/**
 * @param notifications that may be shown. @param screen to draw for; the visitor's own by default.
 * @returns CSS for the widget's shadow root, with the owner's own last.
 */
export function styleOf(
  appearance: Appearance,
  behavior: Behavior,
  notifications: readonly Styled[],
  screen: Screen = 'any',
): string {
  const { brandColors, typography, animations, layout, customCSS } = appearance;
  const weight = weightOf(typography.fontWeight);
  const isMoving = animations.enabled && animations.animationType !== 'None';
  const colors = Object.entries(brandColors).map(([name, color]) => `--${name}:${color};`);
  return [
    `.region{${colors.join('')}--radius:${layout.borderRadius}px;--speed:${isMoving ? animations.speed : '0s'};`,
    isMoving ? ANIMATIONS[animations.animationType] : '',
    `z-index:${behavior.visibility.zIndex};font-size:${typography.fontSize};font-weight:${weight}}`,
    `.notice{padding:${layout.padding};border-width:${layout.borderThickness}px;${shadowOf(layout)}`,
    // The newline also closes a quote that an owner left open in a font name.
    `font-family:${typography.fontFamily},system-ui,sans-serif\n}`,
    `.title{font-weight:${Math.min(weight + 200, 800)}}.body .title{-webkit-line-clamp:2}`,
    '.gone{opacity:0}',
    isMoving ? MOTION : '',
    behavior.interaction.allowClosing ? closeOf(layout) : '',
    ...(['image', 'code', 'count', 'rating'] as const)
      .filter((part) => notifications.some((notification) => notification[part] != null))
      .map((part) => PARTS[part]),
    notifications.some(({ image, count }) => !image && count == null) ? GLYPH : '',
    FITTING,
    DOT,
    // After what it overrides.
    notifications.some(({ from }) => from) ? markOf(layout) : '',
    PRINT,
    HEADINGS[typography.headingStyle],
    animations.enabled ? HOVERS[animations.hoverEffect] : '',
    linkOf(behavior.interaction.entireNotificationClickable),
    placeOf(behavior, screen),
    ...[...new Set(notifications.map(({ type }) => type))].sort().map((type) => TYPES[type]),
    customCSS,
  ].join('');
}
