// `npm test`: types, lint, unused code, unit tests, browser tests, and the report; `--long` with everything, `--shard 1/2`
// one of several parts of the tests, `--changed` with the long tests of what differs from `--since` (the upstream branch, or
// the last commit).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesWithLongTests, longTestsOf } from './long-parts.ts';
import { BROWSER_TIMES, type Part, report, UNIT_TIMES } from './run-report.ts';

const { values: options } = parseArgs({
  options: {
    long: { type: 'boolean' },
    shard: { type: 'string' },
    changed: { type: 'boolean' },
    since: { type: 'string' },
  },
});
const shard = options.shard ? [`--shard=${options.shard}`] : [];
const env = { ...process.env, ...(options.long && { TEST_RUNS: 'long' }) };
/** Of the short form: what is tagged as long is left out. */
const SHORT = { vitest: ['--tagsFilter', '!long'], playwright: ['--grep-invert', '@long'] };
let child: ChildProcess | undefined;

const PROGRAMS = {
  tsc: ['tsc', '-p', '.'],
  'tsc (server)': ['tsc', '-p', 'tsconfig.server.json'],
  biome: ['biome', 'check', '--error-on-warnings', '.'],
  knip: ['knip'],
};
const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;

/** CPU seconds of all ended children and their children; null where the system doesn't tell. */
function cpuOfChildren(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return null;
  }
}

/** Runs a program of node_modules with its output shown. @returns its exit code. */
function run([program = '', ...rest]: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<number> {
  const started = spawn(`node_modules/.bin/${program}`, rest, { env: { ...env, ...more }, stdio: 'inherit' });
  child = started;
  return new Promise((resolve) => started.once('close', (code) => resolve(code ?? 1)));
}

/** Runs a program, and prints what it said once it is done. */
async function runQuietly(name: string, [program = '', ...rest]: readonly string[]): Promise<number> {
  const began = performance.now();
  const started = spawn(`node_modules/.bin/${program}`, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (data: Buffer) => said.push(data));
  const code = await new Promise<number>((resolve) => started.once('close', (end) => resolve(end ?? 1)));
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - began)})`);
  if (code !== 0) process.stdout.write(Buffer.concat(said));
  return code;
}

/** Side by side. @returns 0 if all passed. */
const checkStatically = async (): Promise<number> =>
  Math.max(...(await Promise.all(Object.entries(PROGRAMS).map(([name, command]) => runQuietly(name, command)))));

async function take(name: Part['name'], work: () => Promise<number>): Promise<Part> {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const before = cpuOfChildren();
  const code = await work();
  const after = cpuOfChildren();
  const wall = (performance.now() - began) / 1_000;
  return { name, code, wall, cpu: before === null || after === null ? null : after - before };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child?.kill(signal));

/** @returns the files that differ from `since` or aren't committed. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const upstream = () => {
    try {
      return git('rev-parse', '--abbrev-ref', '@{upstream}')[0];
    } catch {
      return undefined;
    }
  };
  const since = options.since ?? upstream() ?? 'HEAD';
  return [...git('diff', '--name-only', `${since}`), ...git('ls-files', '--others', '--exclude-standard')];
}

/** The long tests of what changed. @returns 0 if all passed. */
async function runChanged(): Promise<number> {
  const files = longTestsOf(changedFiles(), filesWithLongTests());
  console.log(files.length > 0 ? `Long tests in ${files.join(', ')}` : 'The change touches no part with long tests.');
  const [browser, unit] = [true, false].map((isSpec) => files.filter((path) => path.endsWith('.spec.ts') === isSpec));
  const codes: number[] = [];
  const isLong = { TEST_RUNS: 'long' };
  if (unit?.length) codes.push(await run(['vitest', 'run', ...unit], isLong));
  if (browser?.length) codes.push(await run(['playwright', 'test', '--grep', '@long', ...browser], isLong));
  return Math.max(0, ...codes);
}

// A runner that is cut off leaves none, and an earlier run's would be read.
for (const path of [UNIT_TIMES, BROWSER_TIMES]) rmSync(path, { force: true });
const parts = [await take('types, lint, unused code', checkStatically)];
if (parts.every(({ code }) => code === 0)) {
  parts.push(await take('build', () => run(['node', 'build.ts', '--stale'])));
  // All, whatever the first says: one run tells everything.
  parts.push(await take('unit', () => run(['vitest', 'run', ...shard, ...(options.long ? [] : SHORT.vitest)])));
  const browser = ['playwright', 'test', ...shard, ...(options.long ? [] : SHORT.playwright)];
  parts.push(await take('browser', () => run(browser)));
}
const code = report(parts, { isLong: options.long ?? false, isWhole: shard.length === 0 });
// After the report, which reads what the runners left of the whole.
process.exitCode = options.changed && code === 0 ? (await take('long tests of the change', runChanged)).code : code;
