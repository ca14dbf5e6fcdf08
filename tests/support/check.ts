// `npm test`: types, lint, unused code, unit tests, browser tests, and the report; `--long` with everything, `--shard 1/2`
// one of several parts of the tests, `--changed` with the long tests of what differs from `--since` (the upstream branch, or
// the last commit).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesWithLongTests, longTestsOf, withUsersOfHelpers } from './long-parts.ts';
import { BROWSER_TIMES, type Part, readReports, report, UNIT_TIMES } from './run-report.ts';

const { values: options } = parseArgs({
  options: {
    long: { type: 'boolean' },
    shard: { type: 'string' },
    changed: { type: 'boolean' },
    since: { type: 'string' },
  },
});
const shard = options.shard ? [`--shard=${options.shard}`] : [];
/** What isn't divided is done by the first of the parts. */
const isFirstPart = /^(1\/|$)/.test(options.shard ?? '');
/** Both runners draw by one seed, another in each long run. */
const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const env = { ...process.env, ...(options.long && { TEST_RUNS: 'long', TEST_SEED: seed }) };
/** What a form leaves out: the short one what is tagged as long, the long one what a long test repeats. */
const WITHOUT = options.long
  ? { vitest: [], playwright: ['--grep-invert', '@short'] }
  : { vitest: ['--tagsFilter', '!long'], playwright: ['--grep-invert', '@long'] };
/** What runs now, and whether somebody has ended the run. */
const running = new Set<ChildProcess>();
let isStopped = false;

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

/** @returns the program's exit code once it has ended. */
async function codeOf(program: ChildProcess): Promise<number> {
  running.add(program);
  const code = await new Promise<number>((resolve) => program.once('close', (end) => resolve(end ?? 1)));
  running.delete(program);
  return code;
}

/** Runs a program of node_modules with its output shown. @returns its exit code. */
const run = ([program = '', ...rest]: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<number> =>
  codeOf(spawn(`node_modules/.bin/${program}`, rest, { env: { ...env, ...more }, stdio: 'inherit' }));

/** Runs a program, and prints what it said once it is done. */
async function runQuietly(name: string, [program = '', ...rest]: readonly string[]): Promise<number> {
  const began = performance.now();
  const started = spawn(`node_modules/.bin/${program}`, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (data: Buffer) => said.push(data));
  const code = await codeOf(started);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - began)})`);
  if (code !== 0) process.stdout.write(Buffer.concat(said));
  return code;
}

/** Side by side. @returns 0 if all passed. */
const checkStatically = async (): Promise<number> =>
  Math.max(...(await Promise.all(Object.entries(PROGRAMS).map(([name, command]) => runQuietly(name, command)))));

/** Does a part of the run and adds it, unless the run was ended before. */
async function take(name: Part['name'], work: () => Promise<number>): Promise<void> {
  if (isStopped) return;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const before = cpuOfChildren();
  const code = await work();
  const after = cpuOfChildren();
  const wall = (performance.now() - began) / 1_000;
  parts.push({ name, code, wall, cpu: before === null || after === null ? null : after - before });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true;
    for (const program of running) program.kill(signal);
  });

/** @returns the files, under their old names and new ones, that this branch has changed since `since`, or that aren't committed. */
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
  return [
    ...git('diff', '--name-only', '--no-renames', '--merge-base', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** Runs the long tests of these files. @returns 0 if all passed. */
async function runLong(files: readonly string[]): Promise<number> {
  console.log(files.length > 0 ? `Long tests in ${files.join(', ')}` : 'The change touches no part with long tests.');
  const [browser, unit] = [true, false].map((isSpec) => files.filter((path) => path.endsWith('.spec.ts') === isSpec));
  const codes: number[] = [];
  const isLong = { TEST_RUNS: 'changed', TEST_SEED: seed };
  if (unit?.length) codes.push(await run(['vitest', 'run', ...unit], isLong));
  if (browser?.length) codes.push(await run(['playwright', 'test', '--grep', '@long', ...browser], isLong));
  return Math.max(0, ...codes);
}

const parts: Part[] = [];
if (options.long || options.changed) console.log(`Random input from seed ${seed}: TEST_SEED=${seed} repeats it.`);
// First, so that what git can't tell costs nobody ten minutes.
const longOfChange = options.changed ? longTestsOf(withUsersOfHelpers(changedFiles()), filesWithLongTests()) : [];
// A runner that is cut off leaves none, and an earlier run's would be read.
for (const path of [UNIT_TIMES, BROWSER_TIMES]) rmSync(path, { force: true });
if (isFirstPart) await take('types, lint, unused code', checkStatically);
if (parts.every(({ code }) => code === 0)) {
  await take('build', () => run(['node', 'build/index.ts', '--stale']));
  // All, whatever the first says: one run tells everything.
  await take('unit', () => run(['vitest', 'run', ...shard, ...WITHOUT.vitest]));
  await take('browser', () => run(['playwright', 'test', ...shard, ...WITHOUT.playwright]));
}
// Before the runners' next reports take the place of those of the whole.
const tests = readReports(parts);
if (options.changed && parts.every(({ code }) => code === 0)) {
  await take('long tests of the change', () => runLong(longOfChange));
}
process.exitCode = isStopped ? 1 : report(parts, tests, { isLong: options.long ?? false, isWhole: shard.length === 0 });
