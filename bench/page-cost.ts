// What the built widget costs a visitor's page, in a real browser with the CPU throttled fourfold and cold caches in
// every round: script time, layout shift, long tasks, and how late the first notification appears.
import { type Browser, chromium } from '@playwright/test';
import { SLOWED_TIME_BUDGET } from '#shared/embed/protocol.ts';
import { chromiumLaunch } from '#tests/support/chromium.ts';
import { median, type Options, type Row } from './measure.ts';
import { type Load, readLoad } from './page-load.ts';
import { openScene, REFERENCE, type Scene } from './page-scene.ts';
import { findMainThread, lengthOf, spansOfScript } from './page-trace.ts';
import { type Visit, visit } from './page-visit.ts';

/** How many times the CPU is throttled. */
const THROTTLING = 4;
/** On a busy machine throttling falls short; below this it did not work at all. */
const THROTTLING_MIN = 1.5;
const AIM_LATE_MS = 100;
/** Page loads are short compared with rounds of load, so each round has three. */
const LOADS = 3;

type Round = { slow: Load; fast: Load; reference: number; empty: Visit };

async function runRound(browser: Browser, scene: Scene): Promise<Round> {
  const reference = await visit(browser, scene.reference, THROTTLING, 'settled');
  const slow = readLoad(await visit(browser, scene.widget, THROTTLING, 'hidden'));
  const empty = await visit(browser, scene.empty, THROTTLING, 'settled');
  const fast = readLoad(await visit(browser, scene.widget, 1, 'hidden'));
  const spans = spansOfScript(findMainThread(reference.events, REFERENCE), undefined, 'thread');
  return { slow, fast, reference: lengthOf(spans) / 1000, empty };
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const spread = (values: readonly number[], show: (value: number) => string) =>
  `(${show(Math.min(...values))}–${show(Math.max(...values))})`;
const worst = (values: readonly number[]) => Math.max(...values);

/** @returns a row for each of the widget's promises. @throws when the CPU was not throttled. */
export async function measurePage({ rounds }: Options): Promise<Row[]> {
  const scene = await openScene();
  const browser = await chromium.launch(await chromiumLaunch());
  const found: Round[] = [];
  try {
    // The first page of a fresh browser is slower than any visitor's.
    await visit(browser, scene.empty, 1, 'settled');
    for (let round = 0; round < rounds * LOADS; round++) found.push(await runRound(browser, scene));
  } finally {
    await browser.close();
    await scene.close();
  }
  // The fastest of each, since a busy machine only ever adds time.
  const fastest = (loads: readonly Load[]) => Math.min(...loads.map(({ spin }) => spin));
  const slowed = fastest(found.map(({ slow }) => slow)) / fastest(found.map(({ fast }) => fast));
  if (slowed < THROTTLING_MIN)
    throw new Error(`The CPU was ${slowed.toFixed(1)} times slower, not ${THROTTLING} times: is the machine busy?`);
  return toRows(found, slowed);
}

function toRows(found: readonly Round[], slowed: number): Row[] {
  const slow = found.map((round) => round.slow);
  const count = `${found.length} loads`;
  const script = slow.map((load) => load.script);
  const steps = [0, 1, 2].map((step) => ms(median(slow.map((load) => load.steps[step] ?? 0))));
  const fastScript = median(found.map(({ fast }) => fast.script));
  const ratios = found.map((round) => round.slow.script / round.reference);
  const ratio = (value: number) => value.toFixed(2);
  const ofAim = (values: readonly number[], aim: number) =>
    `**${ratio(median(values) / aim)}** ${spread(
      values.map((value) => value / aim),
      ratio,
    )}`;
  const late = (what: string, loads: readonly Load[]): Row => {
    const values = loads.map((load) => load.late);
    return {
      what: `First notification painted after it was due, ${what}`,
      reference: ms(AIM_LATE_MS),
      proofbell: ms(median(values)),
      ratio: ofAim(values, AIM_LATE_MS),
      aim: '≤ 1.0',
      note: `worst ${ms(worst(values))}; frame with its layout and painting ${ms(median(loads.map((load) => load.frame)))}`,
    };
  };
  const shifts = slow.map((load) => load.shift);
  const owned = slow.map((load) => load.ownLongTasks);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return [
    {
      what: 'Script time until the first notification, processor slowed 4×',
      reference: ms(SLOWED_TIME_BUDGET),
      proofbell: ms(median(script)),
      ratio: ofAim(script, SLOWED_TIME_BUDGET),
      aim: '≤ 1.0',
      note: `worst ${ms(worst(script))}, ${count}; by the clock ${ms(median(slow.map(({ wall }) => wall)))}: first run ${steps[0]}, payload ${steps[1]}, notification ${steps[2]}; not slowed ${ms(fastScript)}`,
    },
    {
      what: 'The same, against a script that puts one styled element into a shadow root',
      reference: ms(median(found.map(({ reference }) => reference))),
      proofbell: ms(median(script)),
      ratio: `**${median(ratios).toFixed(1)}** ${spread(ratios, (value) => value.toFixed(1))}`,
      aim: '–',
      note: `both slowed 4× on the same page; plain arithmetic became ${slowed.toFixed(1)} times slower`,
    },
    {
      what: 'Layout shift from the load until the notification is gone',
      reference: ratio(median(found.map(({ empty }) => empty.shift))),
      proofbell: ratio(median(shifts)),
      ratio: '–',
      aim: '0',
      note: `worst ${ratio(worst(shifts))}; reference: the page without the tag`,
    },
    {
      what: 'Long tasks with our script or its first notification in them, processor slowed 4×',
      reference: `${sum(found.map(({ empty }) => empty.longTasks))} in ${count}`,
      proofbell: `${sum(owned)} in ${count}`,
      ratio: '–',
      aim: '0',
      note: `worst load ${worst(owned)}; all long tasks with the tag ${sum(slow.map((load) => load.longTasks))}; reference: all on the page without it`,
    },
    late('processor slowed 4×', slow),
    late(
      'not slowed',
      found.map(({ fast }) => fast),
    ),
  ];
}
