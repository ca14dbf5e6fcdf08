// JSON as shops send it: their ids have 64 bits, more than JavaScript's numbers hold.

/** More than any shop's order has. Both make JSON.parse many times slower than the length of its text does. */
const DEPTH_MAX = 64;
/** Keys are values, too: of those that all differ, each takes longer than what it leads to. */
const VALUES_MAX = 50_000;
export const JSON_LIMITS = `nested more than ${DEPTH_MAX} levels deep, or of more than ${VALUES_MAX.toLocaleString('en')} values and keys`;

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
/** Characters of the shortest integer beyond 2^53, and of the longest that may be within. */
const [LONG, SAFE] = [16, 17];
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;
const isLong = (number: string): boolean =>
  LONG_INTEGER.test(number) && (number.length > SAFE || !Number.isSafeInteger(Number(number)));
const IS_KEY = /[ \t\n\r]*:/y;

/** @returns where the string that begins at `start` ends; the text's length when it doesn't. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === BACKSLASH) at++;
    else if (char === QUOTE) return at;
  }
  return text.length;
}

/** @returns where the number that begins at `start` ends. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  // Digits, then + - . e E
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if ((char < 48 || char > 57) && char !== 43 && char !== 45 && char !== 46 && (char | 32) !== 101) break;
  }
  return at;
}

function isKeyEnd(text: string, at: number): boolean {
  IS_KEY.lastIndex = at;
  return IS_KEY.test(text);
}

/** @returns the text with integers beyond 2^53 in quotes; undefined for what is beyond the limits. */
function quoteLongIntegers(text: string): string | undefined {
  let quoted = '';
  let [taken, depth, values] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === COMMA || char === COLON) values++;
    // [ and {, ] and }
    else if (char === 91 || char === 123) {
      depth++;
      values++;
    } else if (char === 93 || char === 125) depth--;
    else if (char === 45 || (char >= 48 && char <= 57)) {
      const end = endOfNumber(text, at);
      if (end - at >= LONG && isLong(text.slice(at, end)) && !isKeyEnd(text, end)) {
        quoted += `${text.slice(taken, at)}"${text.slice(at, end)}"`;
        taken = end;
      }
      at = end - 1;
    }
    if (depth > DEPTH_MAX || values > VALUES_MAX) return undefined;
  }
  return quoted === '' ? text : quoted + text.slice(taken);
}

/**
 * @returns the value with integers beyond 2^53 as text; undefined for what isn't JSON, or is beyond JSON_LIMITS. The time it
 * takes grows with the length of the text and the number of its values.
 */
export function parseBody(text: string): unknown {
  const quoted = quoteLongIntegers(text);
  try {
    return quoted === undefined ? undefined : JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
