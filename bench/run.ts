// `npm run bench`: runs the parts named on the command line, or all of them, and prints the machine and a table to
// paste into docs/benchmarks.md. For a quick look: `npm run bench -- embed interactions --rounds 3 --seconds 2`.
import { arch, availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { measureApp } from './app.ts';
import { measureConnect } from './connect.ts';
import { measureEffect } from './effect.ts';
import { measureEmbed } from './embed.ts';
import { measureEvents } from './events.ts';
import { measureImports } from './imports.ts';
import { measureInteractions } from './interactions.ts';
import { CLIENT, CONNECTIONS, type Options, type Row } from './measure.ts';
import { measureMigration } from './migration.ts';
import { measureList } from './notification-list.ts';
import { measurePage } from './page-cost.ts';
import { longTurns } from './program.ts';
import { measurePublicPages } from './public-pages.ts';
import { measureScreens } from './screens.ts';
import { measureSites } from './sites.ts';
import { measureStart } from './start-time.ts';
import { measureStats } from './stats.ts';
import { measureStorage } from './storage.ts';
import { measureWaits } from './waits.ts';
import { measureWidget } from './widget-size.ts';

const PARTS: Record<string, (options: Options) => Row | Row[] | Promise<Row | Row[]>> = {
  embed: measureEmbed,
  events: measureEvents,
  waits: measureWaits,
  import: measureImports,
  interactions: measureInteractions,
  migration: measureMigration,
  sites: measureSites,
  stats: measureStats,
  storage: measureStorage,
  widget: measureWidget,
  page: measurePage,
  app: measureApp,
  connect: measureConnect,
  pages: measurePublicPages,
  screens: measureScreens,
  list: measureList,
  start: measureStart,
  effect: measureEffect,
};

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${model}, ${availableParallelism()} cores, ${memory} GiB; ${type()} ${release().match(/^\d+\.\d+/)?.[0]} ${arch()}; Node ${process.versions.node}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
});
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const failures: string[] = [];
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);

console.log(`Machine: ${machine()}`);
console.log(
  `Processor time of an answer, and the rate: medians of ${options.rounds} rounds of ${options.seconds} s, ${CONNECTIONS} connections of ${CLIENT}, reference and Proofbell alternately; ratio: median of the rounds' (lowest–highest).\n`,
);
console.log('| What | Reference | Proofbell | Ratio | Aim | Note |\n|---|---|---|---|---|---|');
for (const name of names) {
  const part = PARTS[name];
  if (!part) throw new Error(`No part named ${name}; there are ${Object.keys(PARTS).join(', ')}`);
  const rows = await part(options);
  for (const row of [rows].flat())
    console.log(`| ${[row.what, row.reference, row.proofbell, row.ratio, row.aim, row.note].join(' | ')} |`);
  failures.push(...longTurns.splice(0).map((turn) => `${name}: ${turn}`));
}
if (failures.length > 0) {
  console.error(
    `\nTurns of the event loop that held everybody for more than 50 ms of the processor:\n${failures.join('\n')}`,
  );
  process.exitCode = 1;
}
