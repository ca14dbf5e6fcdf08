// Reads an owner's style sheet and writes it anew (css-tree), so that what was checked is what visitors get. What a sheet
// may do is listed, not what it may not: whatever could fetch something or reach outside the notification is unknown.
import {
  type CssNode,
  find,
  fork,
  ident,
  type List,
  type ListItem,
  string,
  tokenize,
  tokenTypes,
  type WalkContext,
} from 'css-tree';
import { CUSTOM_CSS_MAX_BYTES } from '#shared/limits.ts';
import type { StyleSheet } from '../domain/ports.ts';

/** Neither @import and @font-face, which fetch, nor what acts outside the shadow root, such as @property and @page. */
const AT_RULES = words('media supports container layer keyframes -webkit-keyframes starting-style');

/** Functions of values, selectors and conditions that can neither fetch nor hand over an address. */
const FUNCTIONS = words(`
  var env rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color
  calc calc-size min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp progress
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient -webkit-repeating-linear-gradient
  -webkit-repeating-radial-gradient -webkit-gradient from to color-stop
  translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d skew skewx skewy
  rotate rotatex rotatey rotatez rotate3d matrix matrix3d perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear inset circle ellipse polygon path rect xywh shape ray
  repeat minmax fit-content counter counters scroll view
  not is where has -webkit-any nth-child nth-last-child nth-of-type nth-last-of-type lang dir
  selector style scroll-state`);

/** Selectors of what is outside the notification. */
const OUTSIDE = words('host host-context root scope');

/** More brackets in each other than any style needs, and few enough for a recursive parser. */
const DEPTH_MAX = 32;

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** CSS Syntax 3, 3.3: how a browser reads any sheet before it looks for tokens. */
const preprocess = (css: string) =>
  css
    .replace(/\r\n?|\f/g, '\n')
    .replace(/\0/g, '\ufffd')
    .toWellFormed();

/** As much of css-tree's parser as is used here. */
type Parser = {
  tokenType: number;
  tokenStart: number;
  substring(start: number, end: number): string;
  lookupType(offset: number): number;
  lookupNonWSType(offset: number): number;
  Rule(): CssNode;
};

/**
 * @returns whether a rule stands where a declaration may, as browsers see it. css-tree knows nested rules only by an &.
 */
function isNestedRule(parser: Parser): boolean {
  const { Ident, Colon, Semicolon, EOF } = tokenTypes;
  const { LeftCurlyBracket, RightCurlyBracket, LeftParenthesis, RightParenthesis } = tokenTypes;
  const isCustom = parser.substring(parser.tokenStart, parser.tokenStart + 2) === '--';
  if (isCustom && parser.tokenType === Ident && parser.lookupNonWSType(1) === Colon) return false;
  let depth = 0;
  for (let at = 0; ; at++) {
    const type = parser.lookupType(at);
    if (type === EOF || type === Semicolon || type === RightCurlyBracket) return false;
    if (type === LeftCurlyBracket) return depth === 0;
    if (type === LeftParenthesis || type === tokenTypes.Function) depth += 1;
    // The end of a condition, such as @supports (display: grid).
    if (type === RightParenthesis && --depth < 0) return false;
  }
}

/** Without the dictionaries of properties and types: nothing here asks whether a value fits its property. */
const BASE = fork((config) => {
  const { Declaration } = config.node as { Declaration: { parse: (this: Parser) => CssNode } };
  const parse = function (this: Parser): CssNode {
    return isNestedRule(this) ? this.Rule() : Declaration.parse.call(this);
  };
  const node = { ...config.node, Declaration: { ...Declaration, parse } };
  return { ...config, types: {}, properties: {}, atrules: {}, node };
});

class Refusal extends Error {}

function refuse(what: string, node?: CssNode): never {
  const at = node?.loc?.start;
  throw new Refusal(`${what} is not allowed${at ? ` (line ${at.line}, column ${at.column})` : ''}`);
}

const lower = (name: string) => ident.decode(name).toLowerCase();

/** Refuses what isn't allowed while there is a tree, which tells where it is. */
function checkNode(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>): void {
  // What says nothing: comments (only those with an exclamation mark are in the tree) and spare semicolons.
  if (node.type === 'Comment' || (node.type === 'Raw' && list && /^[;\s]*$/.test(node.value))) {
    list.remove(item);
    return;
  }
  if (node.type === 'Raw' || node.type === 'CDO' || node.type === 'CDC') refuse('What stands there', node);
  if (node.type === 'Url') refuse('url()', node);
  if (node.type === 'Atrule' && !AT_RULES.has(lower(node.name))) refuse(`@${lower(node.name)}`, node);
  if (node.type === 'Function' && !FUNCTIONS.has(lower(node.name))) refuse(`${lower(node.name)}()`, node);
  if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') {
    const name = `${node.type === 'PseudoClassSelector' ? ':' : '::'}${lower(node.name)}`;
    if (OUTSIDE.has(lower(node.name))) refuse(name, node);
    if (node.children && !FUNCTIONS.has(lower(node.name))) refuse(`${name}()`, node);
  }
  // Outside all other rules, also within @media and the like, it is the host element.
  if (node.type === 'Rule' && this.rule === null) {
    const nesting = find(node.prelude, ({ type }) => type === 'NestingSelector');
    if (nesting) refuse('& outside a rule', nesting);
  }
}

/** A name without escapes that it doesn't need. A token without any is in its plain form already. */
function plainToken(type: number, text: string): string {
  if (!text.includes('\\')) return text;
  if (type === tokenTypes.String) return string.encode(string.decode(text));
  if (type === tokenTypes.Ident) return ident.encode(ident.decode(text));
  if (type === tokenTypes.Hash) return `#${ident.encode(ident.decode(text.slice(1)))}`;
  return refuse('An escape in this place');
}

const CLOSING: Record<string, string> = { '{': '}', '[': ']', '(': ')' };
const FORBIDDEN_TOKENS: readonly number[] = [
  tokenTypes.Url,
  tokenTypes.BadUrl,
  tokenTypes.BadString,
  tokenTypes.Comment,
  tokenTypes.CDO,
  tokenTypes.CDC,
];

/**
 * @param css written from a checked tree.
 * @returns it with plain names. It no longer depends on how anybody parses: no token in it can fetch anything, and what
 * it opens it closes. @throws Refusal
 */
function checkTokens(css: string): string {
  const written: string[] = [];
  const open: (string | undefined)[] = [];
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (FORBIDDEN_TOKENS.includes(type)) refuse(text);
    if (type === tokenTypes.Function && !FUNCTIONS.has(text.slice(0, -1).toLowerCase())) refuse(`${text})`);
    if (type === tokenTypes.AtKeyword && !AT_RULES.has(text.slice(1).toLowerCase())) refuse(text);
    if (type === tokenTypes.Function) open.push(')');
    else if (text in CLOSING) open.push(CLOSING[text]);
    else if (/^[)\]}]$/.test(text) && open.pop() !== text) refuse(`${text} without its counterpart`);
    written.push(plainToken(type, text));
  });
  if (open.length > 0) refuse('An open bracket');
  return written.join('');
}

/** @throws Refusal before a recursive parser meets brackets in brackets in brackets. */
function checkDepth(css: string): void {
  let depth = 0;
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.Function || css.slice(start, end) in CLOSING) depth += 1;
    else if (/^[)\]}]$/.test(css.slice(start, end))) depth -= 1;
    if (depth > DEPTH_MAX) throw new Refusal(`At most ${DEPTH_MAX} brackets may be open at once`);
  });
}

function rewrite(css: string): string {
  checkDepth(css);
  // A fresh parser for each style sheet: css-tree reuses its token buffer between calls, and leftovers from an earlier
  // sheet can send it into an endless loop on a broken one (sixteen open brackets are enough).
  const { parse, walk, generate } = BASE.fork({});
  const tree = parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError({ line, column, message }) {
      throw new Refusal(`Cannot be read at line ${line}, column ${column}: ${message}`);
    },
  });
  walk(tree, checkNode);
  // Twice: without its escape, a name and what stands beside it may have become another token.
  return checkTokens(checkTokens(generate(tree)));
}

/**
 * @param css as the owner wrote it.
 * @returns the same styles written anew, without comments; or '' and the first thing in it that must not reach a
 * visitor's page, and where it is.
 */
export function readStyleSheet(css: string): StyleSheet {
  if (Buffer.byteLength(css) > CUSTOM_CSS_MAX_BYTES) return { css: '', issue: `At most ${CUSTOM_CSS_MAX_BYTES} bytes` };
  try {
    return { css: rewrite(preprocess(css)), issue: null };
  } catch (error) {
    // Whatever else css-tree throws, the sheet is not read, and what is not read is not sent.
    return { css: '', issue: error instanceof Refusal ? error.message : 'Cannot be read' };
  }
}
