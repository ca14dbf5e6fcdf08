// How long `npm start` takes on an existing database, from the command to the first response, including npm and the
// check for a stale build.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/ports.ts';
import { median, type Options, type Row, stopChild } from './measure.ts';
import { programEnv, untilAnswers } from './program.ts';

const AIM_MS = 1_500;

export async function measureStart({ rounds }: Options): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'proofbell-bench-'));
  try {
    // The first start creates the database.
    await start(folder);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await start(folder));
    const ms = (value: number) => `${Math.round(value)} ms`;
    const found = median(times);
    return {
      what: '`npm start` on an existing database to the first answer',
      reference: ms(AIM_MS),
      proofbell: ms(found),
      ratio: `**${(found / AIM_MS).toFixed(2)}** (${ms(Math.min(...times))}–${ms(Math.max(...times))})`,
      aim: '≤ 1.0',
      note: 'nothing to build',
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
