// The home page's playground: what a visitor chooses is drawn at once, by the widget's own view. Plain DOM over plain
// controls, because it runs before React is loaded; React draws the controls and never looks at them again.

import { rgbOf } from '#shared/color-text.ts';
import { contrastOf } from '#shared/contrast.ts';
import { styleOf } from '#shared/embed/style.ts';
import { openRegion, type Region, renderNotification } from '#widget/view.ts';
import { type Choices, colorsOf, lookOf, PLAYGROUND_COLORS, themeNamed } from './playground-look.ts';

/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5;
const NO_HANDLERS = { onClick() {}, onDismiss() {}, onHold() {} };
/** Below it, notifications are drawn as on phones (the specification's breakpoint). */
const WIDE = '(min-width: 768px)';

const inputs = (root: HTMLElement) => [...root.querySelectorAll<HTMLInputElement>('input[data-choice]')];

function readChoices(root: HTMLElement): Choices {
  const all = inputs(root);
  const chosen = (choice: string) =>
    all.find(({ dataset, type, checked }) => dataset.choice === choice && (type !== 'radio' || checked))?.value ?? '';
  const [primaryColor, backgroundColor, textColor] = PLAYGROUND_COLORS.map(chosen) as [string, string, string];
  return {
    theme: chosen('theme'),
    type: chosen('type'),
    position: chosen('position'),
    message: chosen('message'),
    colors: { primaryColor, backgroundColor, textColor },
  };
}

/** A theme brings its colors, which can then be changed one by one. */
function takeThemeColors(root: HTMLElement, theme: string): void {
  const colors = colorsOf(themeNamed(theme));
  for (const input of inputs(root)) {
    const color = PLAYGROUND_COLORS.find((one) => one === input.dataset.choice);
    if (color) input.value = colors[color];
  }
}

/** @returns how well the text can be read, in words. */
export function contrastText({ backgroundColor, textColor }: Choices['colors']): string {
  const ratio = contrastOf(rgbOf(textColor), rgbOf(backgroundColor));
  const figure = `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
  return ratio >= READABLE ? `Contrast ${figure}, easy to read` : `Contrast ${figure}, hard to read`;
}

/** @returns the region that notifications are drawn into; null where style sheets can't be constructed (before 2023). */
function openStage(stage: Element): Region | null {
  try {
    const region = openRegion(stage);
    // The picture has a name of its own; every stroke of a color picker would be read aloud.
    region.liveRegion.removeAttribute('role');
    return region;
  } catch {
    return null;
  }
}

/** @param root holds the controls and the stage. Once it has started there, further calls do nothing. */
export function startPlayground(root: HTMLElement): void {
  if (root.dataset.started !== undefined) return;
  root.dataset.started = '';
  const stage = root.querySelector('[data-stage]');
  const region = stage && openStage(stage);
  if (!region) {
    root.dataset.state = 'too-old';
    return;
  }
  const contrast = root.querySelector('[data-contrast]');
  const wide = matchMedia(WIDE);
  /** Only what is shown by moving moves: under a color picker, a notification stays where it is. */
  const draw = (isMoving: boolean) => {
    const choices = readChoices(root);
    const { notification, appearance, behavior } = lookOf(choices, Date.now());
    const animations = { ...appearance.animations, enabled: isMoving };
    const style = styleOf({ ...appearance, animations }, behavior, [notification], wide.matches ? 'desktop' : 'mobile');
    renderNotification(region, { notification, style, behavior, now: Date.now() }, NO_HANDLERS);
    const text = contrastText(choices.colors);
    if (contrast && contrast.textContent !== text) contrast.textContent = text;
  };
  root.addEventListener('input', ({ target }) => {
    const { choice } = (target as HTMLElement).dataset;
    if (choice === 'theme') takeThemeColors(root, readChoices(root).theme);
    draw(choice === 'type' || choice === 'position');
  });
  const onWidth = () => (root.isConnected ? draw(false) : wide.removeEventListener('change', onWidth));
  wide.addEventListener('change', onWidth);
  draw(false);
}
