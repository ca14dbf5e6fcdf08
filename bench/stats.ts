// GET /api/sites/{siteId}/stats?range=90d over the rows that 100 million interactions leave behind, against bare Hono
// with one prepared statement over the same rows; and how much the database grew.

import { statSync } from 'node:fs';
import { makeTallyWriter, type Tally } from '#server/db/counting/tally-writer.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { makeMoments } from '#server/domain/stats/zone.ts';
import type { SiteStats } from '#shared/contract/stats.ts';
import { HOUR } from '#shared/time.ts';
import { median, type Options, type Row, startChild } from './measure.ts';
import { type Account, fill, makeCall, type Program, startProgram } from './program.ts';

const EVENTS = 100_000_000;
/** Twice the report's days, so that the period before is full, too. */
const DAYS = 180;
const HOURS = DAYS * 24;
const NOTIFICATIONS = 50;
const PAGES = 200;
const DEVICES = ['mobile', 'desktop', 'tablet'];
/** Rows per transaction: few, because the program waits for the same file. */
const BATCH = 200;
const CALLS_MIN = 30;
const WARM_UP_CALLS = 5;
/** The target, in milliseconds. */
const AIM = 50;

export async function measureStats(options: Options): Promise<Row[]> {
  const program = await startProgram();
  const account = await fill(program);
  const database = openDatabase(`file:${program.file}`);
  try {
    const place = await addNotifications(program, account);
    const before = sizeOf(database, program.file);
    await write(database, spreadInteractions(place, EVENTS, HOURS));
    const filled = sizeOf(database, program.file);
    // The same hours again: the cost depends on whether anything happened in an hour, not how often.
    await write(database, spreadInteractions(place, 1_000_000, 24));
    const again = sizeOf(database, program.file) - filled;
    const since = dateBefore(89);
    const bare = await startChild([
      'bench/bare.ts',
      'report',
      `${program.file}|${account.siteId}|${since}|${dateBefore(179)}`,
    ]);
    try {
      const speed = await measureSpeed(program, account, `http://127.0.0.1:${bare.port}/report`, options);
      return [speed, growthRow(filled - before, again)];
    } finally {
      await bare.stop();
    }
  } finally {
    await database.close();
    await program.stop();
  }
}

const dateBefore = (days: number) => new Date(Date.now() - days * 24 * HOUR).toISOString().slice(0, 10);

type Place = { siteId: string; widgetId: string; notificationIds: string[] };

/** Fills the site up with notifications through the API. */
async function addNotifications({ url }: Program, { siteId, bearer, notificationIds }: Account): Promise<Place> {
  const call = makeCall(url, bearer);
  const { widget } = await call<{ widget: { id: string } }>(`/widgets/site/${siteId}`);
  const ids = [...notificationIds];
  while (ids.length < NOTIFICATIONS) {
    const added = { type: 'purchase', message: `Ana from Lisbon bought the Oak Desk no. ${ids.length}` };
    const { notification } = await call<{ notification: { id: string } }>(`/widgets/${widget.id}/notifications`, added);
    ids.push(notification.id);
  }
  return { siteId, widgetId: widget.id, notificationIds: ids };
}

/**
 * @returns displays of every notification in each of the last hours, exactly as many in total as requested, plus clicks
 * and dismissals; each day's on 200 pages and three kinds of device.
 */
function* spreadInteractions(
  { siteId, widgetId, notificationIds }: Place,
  displays: number,
  hours: number,
): Generator<Tally> {
  const momentOf = makeMoments();
  const now = Date.now();
  const rows = hours * notificationIds.length;
  let row = 0;
  for (let hour = hours - 1; hour >= 0; hour--) {
    const moment = momentOf('UTC', now - hour * HOUR);
    for (const notificationId of notificationIds) {
      const count = Math.floor(((row + 1) * displays) / rows) - Math.floor((row * displays) / rows);
      yield {
        siteId,
        widgetId,
        notificationId,
        ...moment,
        device: DEVICES[row % DEVICES.length] ?? '',
        page: `/collections/oak-and-ash/products/desk-no-${row % PAGES}`,
        displays: count,
        clicks: Math.floor(count / 20),
        dismissals: Math.floor(count / 50),
      };
      row++;
    }
  }
}

async function write(database: Database, tallies: Iterable<Tally>): Promise<void> {
  const writeTallies = makeTallyWriter(database);
  let batch: Tally[] = [];
  for (const tally of tallies) {
    batch.push(tally);
    if (batch.length < BATCH) continue;
    await writeTallies(batch);
    batch = [];
  }
  await writeTallies(batch);
}

/** @returns the database's size on disk in bytes, after emptying its log. */
function sizeOf(database: Database, file: string): number {
  if (database.dialect === 'sqlite') database.writer.pragma('wal_checkpoint(TRUNCATE)');
  return statSync(file).size;
}

async function timed(url: string, headers: Record<string, string> = {}): Promise<{ ms: number; body: unknown }> {
  const start = performance.now();
  const response = await fetch(url, { headers });
  const body = await response.json();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(body)}`);
  return { ms: performance.now() - start, body };
}

async function measureSpeed(program: Program, account: Account, bareUrl: string, options: Options): Promise<Row> {
  const url = `${program.url}/api/sites/${account.siteId}/stats?range=90d`;
  const headers = { authorization: account.bearer };
  const { stats } = (await timed(url, headers)).body as { stats: SiteStats };
  const reported = stats.totals.displays + stats.previous.displays;
  // The two periods hold everything except hours of 180 days ago that are still ahead today.
  if (reported < EVENTS * 0.99 || stats.pages.length !== PAGES || stats.notifications.length !== NOTIFICATIONS) {
    throw new Error(
      `The report holds ${reported} displays, ${stats.pages.length} pages, ${stats.notifications.length} notifications`,
    );
  }
  const ours: number[] = [];
  const theirs: number[] = [];
  const calls = WARM_UP_CALLS + Math.max(CALLS_MIN, options.rounds * 10);
  for (let call = 0; call < calls; call++) {
    const reference = await timed(bareUrl);
    const candidate = await timed(url, headers);
    if (call < WARM_UP_CALLS) continue;
    theirs.push(reference.ms);
    ours.push(candidate.ms);
  }
  const ratios = ours.map((ms, call) => ms / (theirs[call] ?? Number.NaN)).sort((a, b) => a - b);
  const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  return {
    what: 'A 90-day site report after 100 million interactions, against bare Hono and one prepared statement over the same rows',
    reference: `${median(theirs).toFixed(1)} ms`,
    proofbell: `${median(ours).toFixed(1)} ms`,
    ratio: `**${median(ratios).toFixed(2)}** (${(ratios[0] ?? 0).toFixed(2)}–${(ratios.at(-1) ?? 0).toFixed(2)})`,
    aim: `≤ ${AIM} ms`,
    note: `p99 ${p99(ours).toFixed(1)} ms (the reference's ${p99(theirs).toFixed(1)} ms) of ${ours.length} calls one after another; ${NOTIFICATIONS} notifications, ${PAGES} pages a day`,
  };
}

const growthRow = (bytes: number, again: number): Row => ({
  what: 'Growth of the database for a million interactions',
  reference: '–',
  proofbell: `${Math.round(bytes / (EVENTS / 1e6)).toLocaleString('en')} bytes`,
  ratio: '–',
  aim: 'with notification-hours, not interactions',
  note: `${(HOURS * NOTIFICATIONS).toLocaleString('en')} notification-hours with ${PAGES} pages a day: ${(bytes / 1e6).toFixed(1)} MB; another million interactions in the same hours: ${again.toLocaleString('en')} bytes`,
});
