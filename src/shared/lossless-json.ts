// JSON as shops send it: their ids have 64 bits, more than JavaScript's numbers hold.

/** A whole string, so that digits in it stay as they are, or an integer of at least 16 digits. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * @returns the value with integers beyond 2^53 as text; undefined for what isn't JSON. In time that grows with the length
 * alone, which a reviver's, called for each value and nested as deeply as the text, does not.
 */
export function parseBody(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!/\d{16}/.test(text)) return value;
    // That it is JSON was found above: in anything else, the pattern could take very long.
    const quoted = text.replace(STRING_OR_LONG_INTEGER, (found) =>
      found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
    );
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
