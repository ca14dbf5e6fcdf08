// How every benchmark measures: rounds alternate between a reference and Proofbell, so that whatever else the machine
// does affects both, with autocannon as the load generator in its own process. The result is the median of the rounds'
// ratios.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export type Options = { rounds: number; seconds: number };

/** One row of the table. Figures are text, with their units. */
export type Row = { what: string; reference: string; proofbell: string; ratio: string; aim: string; note: string };

/** A request that autocannon repeats. */
export type Target = { url: string; method?: string; headers?: Record<string, string>; body?: string };

type Load = { perSecond: number; p99: number; answered: number; sent: number };

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const AUTOCANNON = 'node_modules/autocannon/autocannon.js';

/** Loads a server for a while. @throws when a response was not successful, since the figure would mean nothing. */
async function load(target: Target, seconds: number): Promise<Load> {
  const args = [AUTOCANNON, '--json', '-n', '-c', String(CONNECTIONS), '-d', String(seconds)];
  if (target.method) args.push('-m', target.method);
  if (target.body !== undefined) args.push('-b', target.body);
  for (const [name, value] of Object.entries(target.headers ?? {})) args.push('-H', `${name}=${value}`);
  const { stdout } = await promisify(execFile)(process.execPath, [...args, target.url], { maxBuffer: 1 << 26 });
  const result = JSON.parse(stdout);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.url}: ${result.non2xx} answers without success, ${result.errors} errors`);
  }
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    answered: result['2xx'],
    sent: result.requests.sent,
  };
}

export type Comparison = {
  reference: number;
  candidate: number;
  ratio: number;
  lowest: number;
  highest: number;
  /** Milliseconds; the worst of the candidate's rounds. */
  p99: number;
  /** The candidate's requests, including the warm-up. */
  answered: number;
  sent: number;
};

/** @returns requests per second of both (medians), and the median, lowest and highest of the rounds' ratios. */
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
  const ratios = rounds.map((round) => round.candidate.perSecond / round.reference.perSecond);
  return {
    reference: median(rounds.map((round) => round.reference.perSecond)),
    candidate: median(rounds.map((round) => round.candidate.perSecond)),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    p99: Math.max(...rounds.map((round) => round.candidate.p99)),
    answered: all.reduce((sum, one) => sum + one.answered, 0),
    sent: all.reduce((sum, one) => sum + one.sent, 0),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

/** @returns a comparison as a row of the table. */
export function toRow(what: string, aim: number, found: Comparison, note: string): Row {
  const rate = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
  const { ratio, lowest, highest } = found;
  return {
    what,
    reference: rate(found.reference),
    proofbell: rate(found.candidate),
    ratio: `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
    aim: `≥ ${aim.toFixed(1)}`,
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

/** Ends a child with SIGTERM, and resolves when it is gone. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
