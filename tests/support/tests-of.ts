// The tests of a file, read from its syntax tree without running it.
import { type ESTree, parseSync, Visitor } from 'vite';

const STARTS = ['it', 'test', 'describe'];
/** What keeps a test from running, in Vitest or Playwright. */
const STOPS = ['skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fails', 'fail'];

/** @returns the names of `test.each([…])` and the like, from the first; empty for any other callee. */
function chainOf(callee: ESTree.Expression | ESTree.Super): string[] {
  if (callee.type === 'Identifier') return STARTS.includes(callee.name) ? [callee.name] : [];
  if (callee.type === 'CallExpression') return chainOf(callee.callee);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const chain = chainOf(callee.object);
  return chain.length > 0 ? [...chain, callee.property.name] : [];
}

function titleOf(argument: ESTree.Argument | undefined): string | null {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type !== 'TemplateLiteral') return null;
  return argument.quasis.map(({ value }) => value.cooked).join('…');
}

/** A test; `mayNotRun` if it or a suite around it is skipped, be it under a condition, or it gives up by itself. */
type FoundTest = { title: string; mayNotRun: boolean };

/** @returns the file's tests in order; `…` stands for what is filled into a title. @throws if it is no TypeScript */
export function testsOf(file: string, code: string): FoundTest[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const tests: { title: string; start: number; end: number }[] = [];
  const stops: { start: number; end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      const chain = chainOf(callee);
      if (chain.length === 0) return;
      if (chain.some((name) => STOPS.includes(name))) stops.push({ start, end });
      const title = titleOf(first);
      if (title !== null && !chain.includes('describe') && !chain.includes('step')) tests.push({ title, start, end });
    },
  }).visit(program);
  const meet = (a: { start: number; end: number }, b: { start: number; end: number }) =>
    (a.start <= b.start && b.end <= a.end) || (b.start <= a.start && a.end <= b.end);
  return tests
    .sort((a, b) => a.start - b.start)
    .map((test) => ({ title: test.title, mayNotRun: stops.some((stop) => meet(stop, test)) }));
}
