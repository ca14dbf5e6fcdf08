// Turns the owner's appearance settings into the custom properties that style.css reads. Pure.
import type { Appearance } from '#shared/embed/payload.ts';

/** @returns the number in e.g. 'Semi-Bold (600)'. */
const weightOf = (words: string): number => Number.parseInt(words.replace(/\D+/, ''), 10) || 400;

/** Where a notice comes from and goes to, by animationType; `s` is 1 at the bottom of the screen and -1 at the top. */
const PLACES: Partial<Record<string, (s: number) => string>> = {
  'Slide In': (s) => `translateY(${s * 120}%)`,
  'Zoom In': () => 'scale(.8)',
  Bounce: (s) => `translateY(${s * 60}%)`,
  Flip: (s) => `perspective(40em) rotateX(${s * -80}deg)`,
};

const HOVERS: Partial<Record<string, string>> = { Lift: 'translateY(-3px)', Grow: 'scale(1.02)' };

/** @returns names and values of the custom properties. */
export function lookOf({ brandColors, typography, animations, layout }: Appearance): Record<string, string> {
  const weight = weightOf(typography.fontWeight);
  const heading = typography.headingStyle;
  return {
    primary: brandColors.primaryColor,
    secondary: brandColors.secondaryColor,
    text: brandColors.textColor,
    background: brandColors.backgroundColor,
    link: brandColors.linkColor,
    line: brandColors.borderColor,
    // System faces only: a family that the visitor does not have falls through, and nothing is ever fetched.
    font: `${typography.fontFamily},system-ui,-apple-system,"Segoe UI",sans-serif`,
    size: typography.fontSize,
    weight: `${weight}`,
    'heading-weight': `${Math.max(weight, heading === 'Bold' ? 800 : 600)}`,
    'heading-style': heading === 'Italic' ? 'italic' : 'normal',
    'heading-case': heading === 'Uppercase' ? 'uppercase' : 'none',
    radius: `${layout.borderRadius}px`,
    padding: layout.padding,
    border: `${layout.borderThickness}px`,
    shadow: `${layout.boxShadow ? layout.shadowIntensity : 0}`,
    hover: HOVERS[animations.hoverEffect] ?? 'none',
    glow: animations.hoverEffect === 'Glow' ? '4px' : '0px',
  };
}

export type Motion = { from: Keyframe; options: { duration: number; easing: string } };

/**
 * @param isTop whether the notice is at the top of the screen.
 * @returns how a notice comes in, and backwards how it goes; null when it does neither.
 */
export function motionOf({ animations }: Appearance, isTop: boolean): Motion | null {
  const { animationType, enabled, speed } = animations;
  const duration = Number.parseFloat(speed);
  if (!enabled || animationType === 'None' || !(duration > 0)) return null;
  return {
    from: { opacity: 0, transform: PLACES[animationType]?.(isTop ? -1 : 1) ?? 'none' },
    // A curve that ends past its goal and comes back is the bounce.
    options: { duration, easing: animationType === 'Bounce' ? 'cubic-bezier(.3,1.7,.5,1)' : 'cubic-bezier(.2,.8,.3,1)' },
  };
}
