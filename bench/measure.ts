// How every benchmark measures: rounds alternate between a reference and Proofbell, so that whatever else the machine does
// affects both. The figure is the processor time that the answering process used for an answer, from /proc: a rate beside it
// says as much about the client. The client is wrk where it is installed, which no server here keeps up with, and elsewhere
// several processes of autocannon. The result is the median of the rounds' ratios.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export type Options = { rounds: number; seconds: number };

/** One row of the table. Figures are text, with their units. */
export type Row = { what: string; reference: string; proofbell: string; ratio: string; aim: string; note: string };

/** A request that the client repeats, and the process that answers it. */
export type Target = { url: string; pid: number; method?: string; headers?: Record<string, string>; body?: string };

/** What a client saw. */
type Seen = { perSecond: number; p99: number; answered: number };
type Load = Seen & { micros: number };

export const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const AUTOCANNON = 'node_modules/autocannon/autocannon.js';
const AUTOCANNONS = 2;

/** Which client there is. */
export const CLIENT = spawnSync('wrk', ['-v']).error ? `${AUTOCANNONS} processes of autocannon` : 'wrk';

const run = async (program: string, args: readonly string[]) =>
  (await promisify(execFile)(program, args, { maxBuffer: 1 << 26 })).stdout;

/** @throws when a response was not successful, since the figure would mean nothing. */
function expectNone({ url }: Target, refused: number, errors: number): void {
  if (refused + errors > 0) throw new Error(`${url}: ${refused} answers without success, ${errors} errors`);
}

async function askByWrk(target: Target, seconds: number): Promise<Seen> {
  const headers = Object.entries(target.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const load = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...headers, '-s', 'bench/wrk.lua'];
  const printed = await run('wrk', [...load, target.url, '--', target.method ?? 'GET', target.body ?? '']);
  const { status, errors, ...seen } = JSON.parse(printed.split('\n').at(-2) ?? '');
  expectNone(target, status, errors);
  return seen;
}

async function askByAutocannon(target: Target, seconds: number): Promise<Seen> {
  const args = [AUTOCANNON, '--json', '-n', '-c', String(CONNECTIONS / AUTOCANNONS), '-d', String(seconds)];
  if (target.method) args.push('-m', target.method);
  if (target.body !== undefined) args.push('-b', target.body);
  for (const [name, value] of Object.entries(target.headers ?? {})) args.push('-H', `${name}=${value}`);
  const all = await Promise.all(
    Array.from({ length: AUTOCANNONS }, async () => JSON.parse(await run(process.execPath, [...args, target.url]))),
  );
  const sum = (pick: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + pick(one), 0);
  expectNone(
    target,
    sum((one) => one.non2xx),
    sum((one) => one.errors),
  );
  return {
    perSecond: sum((one) => one.requests.average),
    p99: Math.max(...all.map((one) => one.latency.p99)),
    answered: sum((one) => one['2xx']),
  };
}

/** Loads a server for a while. */
async function load(target: Target, seconds: number): Promise<Load> {
  const before = processorTimeOf(target);
  const seen = await (CLIENT === 'wrk' ? askByWrk : askByAutocannon)(target, seconds);
  return { ...seen, micros: ((processorTimeOf(target) - before) / seen.answered) * 1e6 };
}

/** Of an answer: microseconds of the answering process; and how many came in a second. */
type Figures = Pick<Load, 'micros' | 'perSecond'>;

export type Comparison = {
  reference: Figures;
  candidate: Figures;
  /** Of processor time. */
  ratio: number;
  lowest: number;
  highest: number;
  /** Milliseconds; the worst of the candidate's rounds. */
  p99: number;
  /** The candidate's requests, including the warm-up, and how many more may have been under way at the end of a round. */
  answered: number;
  cut: number;
};

/** @returns the medians of both, and the median, lowest and highest of the rounds' ratios. */
export async function compare(reference: Target, candidate: Target, options: Options): Promise<Comparison> {
  await load(reference, WARM_UP_SECONDS);
  const all = [await load(candidate, WARM_UP_SECONDS)];
  const rounds: { reference: Load; candidate: Load }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const first = await load(reference, options.seconds);
    const second = await load(candidate, options.seconds);
    rounds.push({ reference: first, candidate: second });
    all.push(second);
  }
  const figures = (of: 'reference' | 'candidate'): Figures => ({
    micros: median(rounds.map((round) => round[of].micros)),
    perSecond: median(rounds.map((round) => round[of].perSecond)),
  });
  const ratios = rounds.map((round) => round.candidate.micros / round.reference.micros);
  return {
    reference: figures('reference'),
    candidate: figures('candidate'),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    p99: Math.max(...rounds.map((round) => round.candidate.p99)),
    answered: all.reduce((sum, one) => sum + one.answered, 0),
    cut: all.length * CONNECTIONS,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** @returns a comparison as a row of the table. @param aim the ratio of processor time, at most. */
export function toRow(what: string, aim: number, found: Comparison, note: string): Row {
  const figures = ({ micros, perSecond }: Figures) =>
    `${micros.toFixed(1)} µs (${Math.round(perSecond).toLocaleString('en')}/s)`;
  const { ratio, lowest, highest } = found;
  return {
    what,
    reference: figures(found.reference),
    proofbell: figures(found.candidate),
    ratio: `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
    aim: `≤ ${aim.toFixed(1)}`,
    note,
  };
}

export type Child = { port: number; pid: number; stop(): Promise<void> };

/** Starts a server program that prints its port as its first line. */
export async function startChild(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Child> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  for await (const line of createInterface({ input: child.stdout })) {
    return { port: Number(line), pid: child.pid ?? 0, stop: () => stopChild(child) };
  }
  throw new Error(`${args.join(' ')} ended before it listened`);
}

/** @returns MiB of resident memory that a process has, of everything that counts. */
export const memoryOf = ({ pid }: { pid: number }): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Of the times in /proc. The same on every Linux that node runs on (proc_pid_stat(5), sysconf(3)). */
const TICKS_PER_SECOND = 100;

/** @returns the seconds of processor time that a process has used, in all its threads, for itself and in the kernel. */
export function processorTimeOf({ pid }: { pid: number }): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Its name, in parentheses, may hold spaces.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** Ends a child with SIGTERM, and resolves when it is gone. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
