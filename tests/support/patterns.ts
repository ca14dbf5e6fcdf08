// Finds regular expressions in source text, and those whose time grows faster than what they read: by analysis, which sees
// one repeated character (scslre), and by trial, with words made of the pattern's own parts.
import { analyse } from 'scslre';
import { type ESTree, parseSync, Visitor } from 'vite';

export type FoundPattern = { source: string; flags: string; line: number };

/**
 * @returns the regular expressions of a file: its literals, and what it gives to `RegExp`. Of what it builds from parts,
 * constants of the same file stand as they are, and any other part as a word.
 */
export function patternsIn(file: string, code: string): FoundPattern[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const constants = new Map<string, ESTree.Expression>();
  const found: FoundPattern[] = [];
  const add = (node: { start: number }, source: string, flags: string) =>
    found.push({ source, flags, line: code.slice(0, node.start).split('\n').length });
  const built: (ESTree.NewExpression | ESTree.CallExpression)[] = [];
  const keepBuilt = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.push(node);
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
    Literal(node) {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: keepBuilt,
    CallExpression: keepBuilt,
  }).visit(program);

  const textOf = (node: ESTree.Argument | undefined): string => {
    if (node?.type === 'Literal') return 'regex' in node ? node.regex.pattern : String(node.value);
    if (node?.type === 'BinaryExpression' && node.operator === '+') {
      return textOf(node.left as ESTree.Expression) + textOf(node.right);
    }
    if (node?.type === 'TemplateLiteral') return textOfTemplate(node, 'cooked');
    if (node?.type === 'TaggedTemplateExpression') return textOfTemplate(node.quasi, 'raw');
    const constant = node?.type === 'Identifier' ? constants.get(node.name) : undefined;
    if (node?.type !== 'Identifier' || !constant) return 'word';
    // A name that leads back to itself is another one of an inner function.
    constants.delete(node.name);
    const text = textOf(constant);
    constants.set(node.name, constant);
    return text;
  };
  const textOfTemplate = ({ quasis, expressions }: ESTree.TemplateLiteral, form: 'cooked' | 'raw') =>
    quasis.map(({ value }, n) => (value[form] ?? '') + (n < expressions.length ? textOf(expressions[n]) : '')).join('');
  for (const node of built) {
    const flags = node.arguments[1];
    add(node, textOf(node.arguments[0]), flags ? textOf(flags).replace(/[^a-z]|word/g, '') : '');
  }
  return found;
}

type Parsed = ReturnType<typeof analyse>['parsed']['pattern'];
type Alternative = Parsed['alternatives'][number];
type Element = Alternative['elements'][number];

/** What of a class is tried, the first that it has. A blank ends a word, as `\b` wants it. */
const LETTERS = ' a0A_-.,:;/"\'()<>{}[]=&?#@\\\t\n×é+*%$!';
const ONE_OF = 4;

/** Words that the parts of a pattern match. @param filler what repeated classes are filled with, as far as they take it. */
function makeWords(flags: string, filler: string) {
  const takes = new Map<string, RegExp>();
  const isTaken = (raw: string, letter: string) => {
    const test = takes.get(raw) ?? new RegExp(`^${raw}$`, flags.replace(/[gy]/g, ''));
    takes.set(raw, test);
    return test.test(letter);
  };
  const few = (words: string[]) => [...new Set(words)].slice(0, ONE_OF);
  const ofAll = (alternatives: Alternative[]) => {
    const words = alternatives.map(({ elements }) => ofSequence(elements));
    // Each alternative has its turn.
    return few(Array.from({ length: ONE_OF }, (_, n) => words.flatMap((each) => each.slice(n, n + 1))).flat());
  };
  const ofSequence = (elements: readonly Element[]): string[] => {
    const parts = elements.map(of);
    const most = Math.max(1, ...parts.map(({ length }) => length));
    return few(
      Array.from({ length: most }, (_, n) => parts.map((words) => words[n % Math.max(1, words.length)] ?? '').join('')),
    );
  };
  const of = (node: Element): string[] => {
    if (node.type === 'Group' || node.type === 'CapturingGroup') return ofAll(node.alternatives);
    if (node.type === 'Character') return [String.fromCodePoint(node.value)];
    if (node.type === 'CharacterSet' || node.type === 'CharacterClass') {
      return [...LETTERS].filter((letter) => isTaken(node.raw, letter)).slice(0, 2);
    }
    if (node.type !== 'Quantifier') return [''];
    const { element, min, max } = node;
    const isClass = element.type === 'CharacterSet' || element.type === 'CharacterClass';
    const filled = isClass ? [...filler].filter((letter) => isTaken(element.raw, letter)).join('') : '';
    const once = of(element).map((word) => word.repeat(Math.max(1, min)));
    return few([...(max > filled.length && filled ? [filled] : []), ...once, ...(min === 0 ? [''] : [])]);
  };
  return { of, ofSequence, ofAll };
}

/** @returns texts in three parts, of which the middle one is to be repeated. */
function* attacks(pattern: Parsed, flags: string): Generator<[string, string, string]> {
  const own = makeWords(flags, '').ofAll(pattern.alternatives).join(' ');
  for (const filler of ['', own]) {
    const words = makeWords(flags, filler);
    const visit = function* (alternative: Alternative, before: string[]): Generator<[string, string]> {
      for (const [n, node] of alternative.elements.entries()) {
        const start = words.ofSequence(alternative.elements.slice(0, n));
        const prefixes = before.flatMap((text) => start.map((word) => text + word)).slice(0, ONE_OF);
        const inner = node.type === 'Quantifier' ? node.element : node;
        if (node.type === 'Quantifier' && node.max === Number.POSITIVE_INFINITY) {
          for (const word of words.of(node).concat(words.of(node.element))) {
            for (const prefix of prefixes)
              yield* [[prefix, word] as [string, string], ['', prefix + word] as [string, string]];
          }
        }
        if (inner.type === 'Group' || inner.type === 'CapturingGroup') {
          for (const each of inner.alternatives) yield* visit(each, prefixes);
        }
      }
    };
    for (const alternative of pattern.alternatives) {
      for (const [prefix, word] of visit(alternative, [''])) {
        if (word) for (const end of ['', '\u0000', '\n\u0000']) yield [prefix, word, end];
      }
    }
  }
}

/** Characters. */
const LONG = 20_000;
/** Milliseconds: what nothing linear takes for so few. */
const MUCH = 3;

/** @returns the CPU in ms; the least of three runs where it is much, for garbage is collected in the middle of anything. */
function costOf(regexp: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > MUCH; run++) {
    const before = process.threadCpuUsage();
    text.replace(regexp, '');
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** How often a word is repeated, in small steps first: with what grows exponentially a larger one would never end. */
const TIMES = [8, 11, 14, 17, 20, 23, 26, 30, 35, 45, 60, 200];

/** @returns the character with which analysis finds a pattern to be slow, as JSON; null for none. */
export function slowByAnalysis(source: string, flags: string): string | null {
  const [report] = analyse({ source, flags }).reports;
  return report ? JSON.stringify(report.character.pick) : null;
}

/** @returns a text in three parts that a pattern reads slowly if the middle one is repeated, as JSON; null for none. */
export function slowByTrial(source: string, flags: string): string | null {
  const regexp = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const all = attacks(analyse({ source, flags }).parsed.pattern, flags);
  for (const attack of new Set([...all].map((parts) => JSON.stringify(parts)))) {
    const [start, word, end] = JSON.parse(attack) as [string, string, string];
    const costFor = (length: number) => costOf(regexp, start + word.repeat(Math.ceil(length / word.length)) + end);
    if (TIMES.some((times) => costFor(word.length * times) > MUCH)) return attack;
    const most = costFor(LONG);
    if (most > MUCH && most > 8 * costFor(LONG / 4)) return attack;
  }
  return null;
}
