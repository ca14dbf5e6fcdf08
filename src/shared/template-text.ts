// The texts of templates: which variables they have, and how values fill them. Pure.
//
// A variable is `{{name}}` or `{{name|fallback}}`: one of TEMPLATE_VARIABLES in lower case, with blanks around it or not.
// A fallback is any text without braces, and may be empty. Everything else is plain text and comes out as written:
// unclosed braces, unknown names, and braces around a variable (of `{{name|{{city}}}}` only `{{city}}` is one).
//
// `{{time}}` stands for the age that the widget draws itself, on its own line, in the page's language, and right at
// every moment. Stored text would be wrong a minute later, so it is left out of the filled text together with the blanks,
// commas, dashes and parentheses that lead to it.

export const TEMPLATE_VARIABLES = ['name', 'city', 'product', 'count', 'time'] as const;
type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];
/** The variables that a value can fill in the text itself. */
export type FilledVariable = Exclude<TemplateVariable, 'time'>;

/** `fallback` is null when none is written, and '' when it is empty. */
type Placeholder = { variable: TemplateVariable; fallback: string | null };
export type TemplatePart = string | Placeholder;

/** Neither repetition can cross a brace, so matching takes time in proportion to the text. */
const PLACEHOLDER = new RegExp(`\\{\\{\\s*(${TEMPLATE_VARIABLES.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}`, 'g');

/** @returns the text in order, as plain texts and placeholders; no two texts follow each other, and none is empty. */
export function parseTemplateText(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const [whole, variable, fallback] = match;
    parts.push({ variable: variable as TemplateVariable, fallback: fallback?.trim() ?? null });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

const LEADING = ' \t\n\r\u00a0,;:·•-–—';

/** Loops, because a regular expression that is anchored at the end tries every start. */
function trimEndOf(text: string, drop: string): string {
  let end = text.length;
  while (end > 0 && drop.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
function trimStartOf(text: string, drop: string): string {
  let start = 0;
  while (start < text.length && drop.includes(text[start] as string)) start++;
  return text.slice(start);
}

/** @returns the parts without `{{time}}` and what leads to it; at the start of a text, what follows it. */
function withoutTime(parts: TemplatePart[]): TemplatePart[] {
  const kept: TemplatePart[] = [];
  let isAfterTime = false;
  let closes = '';
  for (const part of parts) {
    if (typeof part !== 'string' && part.variable === 'time') {
      const last = kept.at(-1);
      if (typeof last === 'string') {
        const isOpen = last.endsWith('(');
        closes = isOpen ? ')' : '';
        kept[kept.length - 1] = trimEndOf(isOpen ? last.slice(0, -1) : last, LEADING);
      }
      isAfterTime = true;
      continue;
    }
    if (typeof part !== 'string' || !isAfterTime) {
      kept.push(part);
      isAfterTime = false;
      continue;
    }
    const text = closes && part.startsWith(closes) ? part.slice(1) : part;
    const isFirst = kept.every((before) => before === '');
    kept.push(isFirst ? trimStartOf(text, LEADING) : text);
    isAfterTime = false;
    closes = '';
  }
  return kept;
}

/**
 * Fills a template's text in one pass: braces in a value are text, and never read as a variable.
 * @param values by variable; one that is missing or empty is replaced by its fallback.
 * @param blank in place of what has neither.
 * @returns the trimmed text, and the variables that have neither a value nor a fallback, each once.
 */
export function fillTemplateText(
  text: string,
  values: { [Key in FilledVariable]?: string | undefined },
  blank = '',
): { text: string; missing: FilledVariable[] } {
  const missing = new Set<FilledVariable>();
  const filled = withoutTime(parseTemplateText(text)).map((part) => {
    if (typeof part === 'string') return part;
    const variable = part.variable as FilledVariable;
    const value = values[variable] || part.fallback;
    if (value === null) missing.add(variable);
    return value ?? blank;
  });
  return { text: filled.join('').trim(), missing: [...missing] };
}
