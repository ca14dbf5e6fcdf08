// How long visitors wait while owners work: the slowest of their answers during each piece of work that takes long, on a
// million events, half of them one site's.
import { execFile, spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { addShop } from './deliveries.ts';
import { deliverOrder } from './events.ts';
import { addCsvSource, importRows, undoImport } from './imports.ts';
import { KEPT, keepEvents } from './kept-events.ts';
import type { Row } from './measure.ts';
import { type Account, fill, makeCall, type Program, programEnv, startProgram } from './program.ts';

/** Who are forgotten one after another, one being over in an instant, and how many orders each has. */
const PERSONS = 10;
const ORDERS = 1_000;
const ROWS = 100_000;
/** Sites whose orders have all to be looked at in the same minute, and how many each has. */
const SITES = 1_000;
const ORDERS_A_SITE = 20;
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
  setPriority(burner.pid ?? 0, getPriority() + 10);
  await pause(SECONDS * 1_000);
  burner.kill('SIGKILL');
}

/** Adds sites like the account's own, each with a widget, a source, and orders that are said to show already. */
async function addSites(program: Program, { siteId }: Account, sourceId: string): Promise<void> {
  const database = new BetterSqlite3(program.file, { timeout: 10_000 });
  const copier = (table: string, condition: string, value: string) => {
    const row = database.prepare(`select * from ${table} where ${condition}`).get(value) as object;
    const columns = Object.keys(row);
    const values = columns.map((column) => `@${column}`);
    const insert = database.prepare(`insert into ${table} (${columns}) values (${values})`);
    return (changes: object) => insert.run({ ...row, ...changes });
  };
  const addSite = copier('sites', 'id = ?', siteId);
  const addWidget = copier('widgets', 'site_id = ?', siteId);
  const addSource = copier('sources', 'id = ?', sourceId);
  const addNumber = database.prepare('insert into id_numbers (id) values (?)');
  const rules = JSON.stringify({ minAge: 0, maxAge: 30 * 86_400 });
  const never = new Date(Date.now() + 86_400_000).toISOString();
  for (let n = 0; n < SITES; n++) {
    const id = `due-${n}`;
    addSite({ id, slug: id });
    addWidget({ id: `${id}-widget`, site_id: id });
    for (const one of [id, `${id}-source`]) addNumber.run(one);
    addSource({ id: `${id}-source`, site_id: id, rules, shown_until: null, projected_until: never });
    await keepEvents(program, id, `${id}-source`, ORDERS_A_SITE, id);
  }
  database.close();
}

/** Resolves once the sites were looked at. */
async function untilShown({ file }: Program): Promise<void> {
  const database = new BetterSqlite3(file, { readonly: true });
  const left = database
    .prepare("select count(*) from sources where id like 'due-%' and projected_until is null")
    .pluck();
  while (Number(left.get()) > 0) await pause(100);
  const shown = database.prepare("select count(*) from notifications where site_id like 'due-%'").pluck().get();
  database.close();
  if (Number(shown) < SITES * ORDERS_A_SITE) throw new Error(`Only ${shown} notifications were made`);
}

/** What owners do, or the server by itself. */
type Work = {
  /** What comes before, while nobody visits. */
  before?(): Promise<unknown>;
  work(): Promise<unknown>;
};

/** @param startedAt when the program did. @returns the works by what they are called, in an order in which each finds what it needs. */
async function worksOf(program: Program, account: Account, startedAt: number): Promise<Record<string, Work>> {
  const call = makeCall(program.url, account.bearer);
  const ask = (path: string, body?: object) => call(`/sites/${account.siteId}${path}`, body);
  const hook = await addShop(program, account);
  await keepEvents(program, account.siteId, hook.sourceId, KEPT / 2, 'own');
  const [, other = ''] = (await call<{ data: { sites: { id: string }[] } }>('/sites')).data.sites.map(({ id }) => id);
  const another = await addShop(program, { ...account, siteId: other });
  await keepEvents(program, other, another.sourceId, KEPT / 2, 'other');
  const agent = new Agent({ keepAlive: true });
  const persons = Array.from({ length: PERSONS }, (_, n) => `often-${n}@shop.example`);
  for (let n = 0; n < ORDERS; n++)
    await Promise.all(persons.map((email, of) => deliverOrder(program, hook.path, `again-${of}-${n}`, email, agent)));
  agent.destroy();
  const csv = { bearer: account.bearer, path: await addCsvSource(program, account) };
  const copy = `${program.file}.copy`;
  let imported = '';
  /** Reads a page of the list after another, and then again from the first. */
  let after: string | null = null;
  const exportPage = async () => {
    const next = after === null ? '' : `?after=${encodeURIComponent(after)}`;
    after = (await call<{ next: string | null }>(`/auth/export/${hook.sourceId}/events${next}`)).next;
  };
  const many = ROWS.toLocaleString('en');
  return {
    'an owner opens events': { work: () => repeat(() => ask('/events')) },
    'an owner searches events without a hit': { work: () => repeat(() => ask('/events?search=zzzz')) },
    'an owner filters what is not shown': { work: () => repeat(() => ask('/events?state=not-shown')) },
    'an owner reads a quarter of statistics': { work: () => repeat(() => ask('/stats?range=90d')) },
    'an owner exports events': { work: () => repeat(exportPage) },
    'a number of all events is counted': {
      work: () => repeat(() => ask('/aggregate?measure=distinct&kind=purchase&window=month')),
    },
    [`a file of ${many} orders is imported`]: {
      work: async () => {
        imported = (await importRows(program, csv, ROWS, 'file')).id;
      },
    },
    'that file is undone': { work: () => undoImport(program, csv, imported) },
    [`${PERSONS} persons with ${ORDERS.toLocaleString('en')} orders each are forgotten`]: {
      async work() {
        for (const email of persons) await ask('/forget', { email });
      },
    },
    [`${SITES.toLocaleString('en')} sites are looked through in the same minute`]: {
      async before() {
        await addSites(program, account, hook.sourceId);
        // Until shortly before the program's next minute.
        await pause((117_000 - ((performance.now() - startedAt) % 60_000)) % 60_000);
        const database = new BetterSqlite3(program.file, { timeout: 10_000 });
        database.exec("update sources set projected_until = null where id like 'due-%'");
        database.close();
      },
      work: () => untilShown(program),
    },
    'a backup is made': {
      async work() {
        const env = programEnv(program.folder, 0);
        await promisify(execFile)(process.execPath, ['src/server/main.ts', 'backup', copy], { env });
      },
    },
  };
}

export async function measureWaits(): Promise<Row[]> {
  const program = await startProgram();
  const startedAt = performance.now();
  try {
    const account = await fill(program);
    const works = await worksOf(program, account, startedAt);
    const url = `${program.url}/api/embed/${account.siteId}`;
    await visitDuring(url, () => pause(2_000));
    const idle = await visitDuring(url, besideBurner);
    const rows: Row[] = [];
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    for (const [what, { before, work }] of Object.entries(works)) {
      await before?.();
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
