// How long `npm start` takes on an existing database, from the command to the first response, including npm and the
// check for a stale build; and the memory that a server has which has answered once.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/ports.ts';
import { median, memoryOf, type Options, type Row, startChild, stopChild } from './measure.ts';
import { programEnv, startProgram, untilAnswers } from './program.ts';

const AIM_MS = 1_500;

export async function measureStart({ rounds }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-bench-'));
  try {
    // The first start creates the database.
    await start(folder);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await start(folder));
    const ms = (value: number) => `${Math.round(value)} ms`;
    const found = median(times);
    const started: Row = {
      what: '`npm start` on an existing database to the first answer',
      reference: ms(AIM_MS),
      proofbell: ms(found),
      ratio: `**${(found / AIM_MS).toFixed(2)}** (${ms(Math.min(...times))}–${ms(Math.max(...times))})`,
      aim: '≤ 1.0',
      note: 'nothing to build',
    };
    return [started, await measureMemory(rounds)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureMemory(rounds: number): Promise<Row> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const reference = await startChild(['bench/bare.ts', 'parse']);
    bare.push(memoryOf(reference));
    await reference.stop();
    const program = await startProgram();
    own.push(memoryOf(program));
    await program.stop();
  }
  const [found, expected] = [median(own), median(bare)];
  const ratios = own.map((value, n) => value / (bare[n] ?? Number.NaN));
  return {
    what: 'Resident memory of a server that has just started, against a bare Hono route',
    reference: `${expected.toFixed(0)} MiB`,
    proofbell: `${found.toFixed(0)} MiB`,
    ratio: `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    aim: '–',
    note: 'on an empty database',
  };
}

async function start(folder: string): Promise<number> {
  const port = await freePort();
  const from = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    env: programEnv(folder, port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilAnswers(`http://127.0.0.1:${port}`);
    return performance.now() - from;
  } finally {
    await stopChild(child);
  }
}
