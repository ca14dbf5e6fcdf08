// Numbers as people type them, and numbers stored as text with a unit. Pure.

export type NumberRange = { min: number; max: number; unit?: string | undefined; isWhole?: boolean | undefined };

const format = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** @returns what to show for a number: at most two decimals, no separators. */
export const numberText = (value: number): string => String(Math.round(value * 100) / 100);

/**
 * Reads a typed number. A comma is a decimal point, and the unit may be typed too.
 * @returns the number, or what to say about the text.
 */
export function readNumber(
  typed: string,
  { min, max, unit, isWhole = false }: NumberRange,
): number | { issue: string } {
  const text = typed.trim();
  const bare = unit && text.toLowerCase().endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
  const value = /^\d{1,10}(?:[.,]\d{1,2})?$/.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  return {
    issue: `Enter ${isWhole ? 'a whole number from ' : ''}${format(min)} to ${format(max)}${unit ? ` ${unit}` : ''}`,
  };
}

/** @returns the number in a stored text such as `14px`. */
export const measureNumber = (text: string): number => Number.parseFloat(text) || 0;

/** @returns the text to store, such as `14px`. */
export const measureText = (value: number, unit: string): string => `${numberText(value)}${unit}`;
