// Colors as text (`#3498db`), as numbers, and as hue, saturation and brightness. Pure.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Hue 0 to 360, saturation and brightness (value) 0 to 1. */
export type Hsv = { hue: number; saturation: number; brightness: number };

/**
 * Reads a typed or pasted color: three or six hexadecimal digits, with or without `#`.
 * @returns it as `#rrggbb` in lower case, or null.
 */
export function readHex(typed: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')}`;
}

/** @param hex as the settings store it: `#rgb` or `#rrggbb`. Black, if it is neither. */
export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt((readHex(hex) ?? '#000000').slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** @param rgb may have fractions; they are rounded. */
export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** @returns the hue of a color, 0 to 360; 0 for grays. */
export function hueOf([red, green, blue]: Rgb): number {
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range === 0) return 0;
  if (max === red) return (60 * ((green - blue) / range) + 360) % 360;
  return max === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}

export function hsvOf(hex: string): Hsv {
  const rgb = rgbOf(hex);
  const max = Math.max(...rgb);
  return {
    hue: hueOf(rgb),
    saturation: max === 0 ? 0 : (max - Math.min(...rgb)) / max,
    brightness: max / 255,
  };
}

/** The formula: https://en.wikipedia.org/wiki/HSL_and_HSV#HSV_to_RGB_alternative */
export function hexOfHsv({ hue, saturation, brightness }: Hsv): string {
  const part = (n: number) => {
    const k = (n + hue / 60) % 6;
    return 255 * brightness * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return hexOf([part(5), part(3), part(1)]);
}
