// The tests of a file, read from its syntax tree without running it.
import { type ESTree, parseSync, Visitor } from 'vite';

const STARTS = ['it', 'test', 'describe'];
/** What keeps a test from running, in Vitest or Playwright. */
const STOPS = ['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fails', 'fail'];
/** The tag of a test that only `npm run test:long` runs: Vitest's, and Playwright's. */
const LONG = ['long', '@long'];

/**
 * @param starts the names that a chain begins with.
 * @returns the names of `test.each([…])` and the like, from the first; empty for any other callee.
 */
function chainOf(callee: ESTree.Expression | ESTree.Super, starts: ReadonlySet<string>): string[] {
  if (callee.type === 'Identifier') return starts.has(callee.name) ? [callee.name] : [];
  if (callee.type === 'CallExpression') return chainOf(callee.callee, starts);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const chain = chainOf(callee.object, starts);
  return chain.length > 0 ? [...chain, callee.property.name] : [];
}

function titleOf(argument: ESTree.Argument | undefined): string | null {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type !== 'TemplateLiteral') return null;
  return argument.quasis.map(({ value }) => value.cooked).join('…');
}

/** @returns whether options such as `{ tags: ['long'] }` or `{ tag: '@long' }` have the long tag. */
function hasLongTag(options: ESTree.Argument | undefined): boolean {
  if (options?.type !== 'ObjectExpression') return false;
  return options.properties.some((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return false;
    if (!['tag', 'tags'].includes(property.key.name)) return false;
    const tags = property.value.type === 'ArrayExpression' ? property.value.elements : [property.value];
    return tags.some((tag) => tag?.type === 'Literal' && LONG.includes(String(tag.value)));
  });
}

export type FoundTest = {
  /** `…` stands for what is filled in. */
  title: string;
  /** It or a suite around it is skipped, be it under a condition, or it gives up by itself. */
  mayNotRun: boolean;
  /** It or a suite around it is tagged as long. */
  isLong: boolean;
};

type Range = { start: number; end: number };
const isIn = (inner: Range, outer: Range) => outer.start <= inner.start && inner.end <= outer.end;

/** @returns the file's tests in order. @throws if it is no TypeScript */
export function testsOf(file: string, code: string): FoundTest[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const tests: (Range & { title: string })[] = [];
  const stops: Range[] = [];
  const longs: Range[] = [];
  const starts = new Set(STARTS);
  new Visitor({
    ImportSpecifier({ imported, local }) {
      if (imported.type === 'Identifier' && STARTS.includes(imported.name)) starts.add(local.name);
    },
    CallExpression({ callee, arguments: [first, second], start, end }) {
      const chain = chainOf(callee, starts);
      if (chain.length === 0) return;
      if (chain.some((name) => STOPS.includes(name))) stops.push({ start, end });
      if (hasLongTag(second)) longs.push({ start, end });
      const title = titleOf(first);
      if (title !== null && !chain.includes('describe') && !chain.includes('step')) tests.push({ title, start, end });
    },
  }).visit(program);
  return tests
    .sort((a, b) => a.start - b.start)
    .map((test) => ({
      title: test.title,
      mayNotRun: stops.some((stop) => isIn(test, stop) || isIn(stop, test)),
      isLong: longs.some((long) => isIn(test, long)),
    }));
}
