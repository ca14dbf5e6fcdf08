// How long visitors wait while owners work: the slowest of their answers during each piece of work that takes long, on a
// million events, half of them one site's.
import { execFile, spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addShop, deliverOrder, keepEvents } from './events.ts';
import { addCsvSource, importRows, undoImport } from './imports.ts';
import type { Row } from './measure.ts';
import { type Account, fill, makeCall, type Program, programEnv, startProgram } from './program.ts';

const KEPT = 1_000_000;
/** Of one person, who is forgotten. */
const ORDERS = 1_000;
const ROWS = 100_000;
/** Milliseconds between two visitors, and what the slowest 1% and the slowest of all may take. */
const EVERY = 10;
const [P99, SLOWEST] = [20, 60];
/** How long nothing happens, or what is over in an instant is done again, in seconds. */
const SECONDS = 10;

type Waits = { p99: number; slowest: number; visitors: number; seconds: number };

/** Visitors who come at their times, whether the one before has been answered or not. @returns their waits during the work. */
async function visitDuring(url: string, work: () => Promise<unknown>): Promise<Waits> {
  const agent = new Agent({ keepAlive: true });
  const waits: Promise<number>[] = [];
  let isOver = false;
  const start = performance.now();
  const visit = (due: number) =>
    new Promise<number>((resolve, reject) => {
      const sent = get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`A visitor was answered ${response.statusCode}`));
        response.resume().on('end', () => resolve(performance.now() - due));
      });
      sent.on('error', reject);
    });
  const visitors = (async () => {
    for (let due = performance.now(); !isOver; due += EVERY) {
      while (due > performance.now()) await pause(1);
      waits.push(visit(due));
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await visitors;
  }
  const seconds = (performance.now() - start) / 1_000;
  const times = (await Promise.all(waits)).sort((a, b) => a - b);
  agent.destroy();
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { p99, slowest: times.at(-1) ?? Number.NaN, visitors: times.length, seconds };
}

/** Does it again until the time is over. */
async function repeat(work: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) await work();
}

/** Nothing happens in the server, while another process has as much to do as a reader could have. */
async function besideBurner(): Promise<void> {
  const burner = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  setPriority(burner.pid ?? 0, 10);
  await pause(SECONDS * 1_000);
  burner.kill('SIGKILL');
}

/** What owners do, by what it is called, in an order in which each finds what it needs. */
async function worksOf(program: Program, account: Account): Promise<Record<string, () => Promise<unknown>>> {
  const call = makeCall(program.url, account.bearer);
  const ask = (path: string, body?: object) => call(`/sites/${account.siteId}${path}`, body);
  const hook = await addShop(program, account);
  await keepEvents(program, account.siteId, hook.sourceId, KEPT / 2, 'own');
  const [, other = ''] = (await call<{ data: { sites: { id: string }[] } }>('/sites')).data.sites.map(({ id }) => id);
  const another = await addShop(program, { ...account, siteId: other });
  await keepEvents(program, other, another.sourceId, KEPT / 2, 'other');
  const agent = new Agent({ keepAlive: true });
  for (let n = 0; n < ORDERS; n++) await deliverOrder(program, hook.path, `again-${n}`, 'often@shop.example', agent);
  agent.destroy();
  const csv = { bearer: account.bearer, path: await addCsvSource(program, account) };
  const copy = `${program.file}.copy`;
  let imported = '';
  return {
    'an owner opens events': () => repeat(() => ask('/events')),
    'an owner searches events without a hit': () => repeat(() => ask('/events?search=zzzz')),
    'an owner filters what is not shown': () => repeat(() => ask('/events?state=not-shown')),
    'an owner reads a quarter of statistics': () => repeat(() => ask('/stats?range=90d')),
    'a number of all events is counted': () =>
      repeat(() => ask('/aggregate?measure=distinct&kind=purchase&window=month')),
    [`a file of ${ROWS.toLocaleString('en')} orders is imported`]: async () => {
      imported = (await importRows(program, csv, ROWS, 'file')).id;
    },
    'that file is undone': () => undoImport(program, csv, imported),
    [`a person with ${ORDERS.toLocaleString('en')} orders is forgotten`]: () =>
      ask('/forget', { email: 'often@shop.example' }),
    'a backup is made': async () => {
      const env = programEnv(program.folder, 0);
      await promisify(execFile)(process.execPath, ['src/server/main.ts', 'backup', copy], { env });
    },
  };
}

export async function measureWaits(): Promise<Row[]> {
  const program = await startProgram();
  try {
    const account = await fill(program);
    const works = await worksOf(program, account);
    const url = `${program.url}/api/embed/${account.siteId}`;
    await visitDuring(url, () => pause(2_000));
    const idle = await visitDuring(url, besideBurner);
    const rows: Row[] = [];
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    for (const [what, work] of Object.entries(works)) {
      const found = await visitDuring(url, work);
      rows.push({
        what: `Slowest visitor's answer while ${what}`,
        reference: ms(idle.slowest),
        proofbell: ms(found.slowest),
        ratio: `**${(found.slowest / idle.slowest).toFixed(1)}**`,
        aim: `≤ ${SLOWEST} ms`,
        note: `p99 ${ms(found.p99)} (aim ${P99} ms) of ${found.visitors.toLocaleString('en')} visitors in ${found.seconds.toFixed(0)} s; beside a busy process and an idle server ${ms(idle.p99)}`,
      });
    }
    return rows;
  } finally {
    await program.stop();
  }
}
