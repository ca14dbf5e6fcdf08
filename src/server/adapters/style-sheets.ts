// Finds what an owner's style sheet must not bring to a visitor's page (css-tree).
import { type CssNode, fork } from 'css-tree';
import { CUSTOM_CSS_MAX_BYTES } from '#shared/limits.ts';

const FORBIDDEN_RULES = new Set(['import', 'font-face', 'namespace', 'charset']);
const FORBIDDEN_FUNCTIONS = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set', 'cross-fade', 'element']);
const FORBIDDEN_SELECTORS = new Set(['host', 'host-context', 'root']);

/** Escapes disguise names: `\75rl(` is `url(`. css-tree leaves them in names, so decode them before comparing. */
const decodeName = (name: string) =>
  name
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    })
    .replace(/\\(.)/g, '$1')
    .toLowerCase();

function forbiddenNode(node: CssNode): string | null {
  if (node.type === 'Atrule') {
    const name = decodeName(node.name);
    return FORBIDDEN_RULES.has(name) ? `@${name}` : null;
  }
  if (node.type === 'Url') return 'url()';
  if (node.type === 'Function') {
    const name = decodeName(node.name);
    return FORBIDDEN_FUNCTIONS.has(name) ? `${name}()` : null;
  }
  if (node.type === 'PseudoClassSelector') {
    const name = decodeName(node.name);
    return FORBIDDEN_SELECTORS.has(name) ? `:${name}` : null;
  }
  if (node.type === 'Raw' && /(?:url|src|image|image-set)\s*\(|@import|@font-face/.test(decodeName(node.value))) {
    return 'an address or import in a part that cannot be read';
  }
  return null;
}

/** @returns the first forbidden part and where it is, or null when there is none. */
export function cssIssue(css: string): string | null {
  if (Buffer.byteLength(css) > CUSTOM_CSS_MAX_BYTES) return `At most ${CUSTOM_CSS_MAX_BYTES} bytes`;
  let issue: string | null = null;
  const at = (line: number, column: number) => `line ${line}, column ${column}`;
  // A fresh parser for each style sheet: css-tree reuses its token buffer between calls, and leftovers from an earlier
  // sheet can send it into an endless loop on a broken one (sixteen open brackets are enough).
  const { parse, walk } = fork({});
  const tree = parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError(error) {
      issue ??= `Cannot be read at ${at(error.line, error.column)}: ${error.message}`;
    },
  });
  if (issue) return issue;
  walk(tree, (node) => {
    const found = forbiddenNode(node);
    if (found && !issue)
      issue = `${found} is not allowed (${at(node.loc?.start.line ?? 1, node.loc?.start.column ?? 1)})`;
  });
  return issue;
}
