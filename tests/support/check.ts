// `npm test`: types, lint, unused code, unit tests, browser tests, and the report; `--long` with everything, `--shard 1/2`
// one of several parts of the tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Part, report } from './run-report.ts';

const { values: options } = parseArgs({
  options: { long: { type: 'boolean' }, shard: { type: 'string' } },
});
const shard = options.shard ? [`--shard=${options.shard}`] : [];
const env = { ...process.env, ...(options.long && { TEST_RUNS: 'long' }) };
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
function run(command: readonly string[]): Promise<number> {
  const [program = '', ...rest] = command;
  const started = spawn(`node_modules/.bin/${program}`, rest, { env, stdio: 'inherit' });
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

const parts = [await take('types, lint, unused code', checkStatically)];
if (parts.every(({ code }) => code === 0)) {
  const build = () => run(['node', 'build.ts', '--stale']);
  parts.push(await take('build', build));
  // Both, whatever the first says: one run tells all.
  const unit = ['vitest', 'run', ...shard, ...(options.long ? [] : ['--tagsFilter', '!long'])];
  parts.push(await take('unit', () => run(unit)));
  parts.push(
    await take('browser', () =>
      run(['playwright', 'test', ...shard, ...(options.long ? [] : ['--grep-invert', '@long'])]),
    ),
  );
}
process.exitCode = report(parts, { isLong: options.long ?? false, isWhole: shard.length === 0 });
