// What an epoch came to: one sentence, the curve, both groups, and what the sentence doesn't cover.
import { Download } from 'lucide-react';
import { dayIn, momentIn } from '#client/format/dates.ts';
import { count, percent } from '#client/format/numbers.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Bar } from '#client/ui/bar.tsx';
import { Button } from '#client/ui/button.tsx';
import { csvBlob, saveFile } from '#client/ui/save-file.ts';
import { Table, type TableColumn } from '#client/ui/table.tsx';
import type { Effect, GoalEffect } from '#shared/contract/effect.ts';
import type { Site } from '#shared/contract/site.ts';
import { daysCsv } from './effect-csv.ts';
import { amountOf, boundsOf, moneyWords, type ScreenState, signed } from './effect-words.ts';
import { HowComputed } from './how-computed.tsx';
import { HowOrdersSayIt } from './how-orders-say-it.tsx';
import { LiftChart } from './lift-chart.tsx';

type FiguresProps = { site: Site; effect: Effect; state: ScreenState };

export function EffectFigures({ site, effect, state }: FiguresProps) {
  const { epoch, days, isForged, withoutArm } = effect;
  const [main] = effect.goals;
  if (!main || !epoch) return null;
  const money = moneyWords(main);
  return (
    <section aria-label="Result" className="space-y-6">
      {state !== 'paused' && (
        <div>
          <p className="text-meta text-muted">
            {main.name} · {epoch.share}% without notifications · since {momentIn(site.timezone, epoch.startedAt)}
          </p>
          <p className="mt-1 max-w-[44ch] text-pretty font-display text-heading md:text-title">
            {state === 'broken'
              ? 'The two groups are not as large as they must be, so nothing can be said.'
              : main.sentence}
          </p>
          {money && <p className="mt-2 text-pretty">{money}</p>}
        </div>
      )}
      {state === 'early' && <Progress {...main} />}
      {state === 'broken' && <BrokenRatio effect={effect} />}
      {isForged && (
        <Alert tone="info" title="Somebody may have made up visitors">
          The two groups aren't as large as they must be. Orders don't show that: they come from your shop, and count.
          Look whether notifications load everywhere, too.
        </Alert>
      )}
      {(state === 'none' || state === 'clear' || state === 'paused') && <LiftChart days={days} />}
      <Groups effect={effect} main={main} />
      {withoutArm > 0 && (
        <p className="text-pretty text-muted">
          {count(withoutArm)} {withoutArm === 1 ? 'order' : 'orders'} didn't say which group the buyer was in, and{' '}
          {withoutArm === 1 ? "isn't" : "aren't"} counted. <HowOrdersSayIt slug={site.slug} />
        </p>
      )}
      {state !== 'early' && state !== 'broken' && <Weeks effect={effect} />}
      <div className="flex flex-wrap items-start justify-between gap-4">
        {state === 'broken' ? <span /> : <HowComputed effect={effect} main={main} />}
        <Button
          variant="secondary"
          size="sm"
          icon={<Download aria-hidden="true" size={15} />}
          onClick={() => saveFile(csvBlob(daysCsv(days)), `effect-${site.slug}.csv`)}
        >
          CSV by day
        </Button>
      </div>
    </section>
  );
}

const allOf = ({ converted }: Pick<GoalEffect, 'converted'>) => converted.heldOut + converted.shown;

function Progress(main: GoalEffect) {
  return <Bar share={allOf(main) / main.first} hasTrack className="h-2! max-w-xl" />;
}

/** The usual causes, the likeliest first (Fabijan et al., KDD 2019). */
const CAUSES = [
  'The snippet loads late or not at all on some pages.',
  'A script or an ad blocker stops one group’s reports.',
  'Bots visit your site.',
];

function BrokenRatio({ effect: { enrolled, epoch } }: { effect: Effect }) {
  const share = (enrolled.heldOut / (enrolled.heldOut + enrolled.shown)) * 100;
  return (
    <Alert tone="info" title="Why that may be">
      <p>
        {share.toFixed(1)}% of visitors saw no notifications instead of {epoch?.share}%. The usual causes:
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {CAUSES.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
    </Alert>
  );
}

const GROUPS = [
  { arm: 'shown', name: 'With notifications' },
  { arm: 'heldOut', name: 'Without' },
] as const;
type Group = (typeof GROUPS)[number];

function Groups({ effect: { enrolled, epoch, isForged }, main }: { effect: Effect; main: GoalEffect }) {
  const { converted, value } = main;
  const rateOf = ({ arm }: Group) => (enrolled[arm] === 0 ? '–' : percent(converted[arm] / enrolled[arm]));
  const columns: [TableColumn<Group>, ...TableColumn<Group>[]] = [
    { key: 'group', header: 'Group', cell: ({ name }) => name },
    { key: 'visitors', header: 'Visitors', cell: ({ arm }) => count(enrolled[arm]) },
    {
      key: 'reached',
      header: main.kind === 'orders' ? 'Ordered' : 'Reached it',
      cell: ({ arm }) => count(converted[arm]),
    },
  ];
  if (!isForged && main.state !== 'broken') columns.push({ key: 'rate', header: 'Rate', cell: rateOf });
  if (value)
    columns.push({ key: 'value', header: 'Value', cell: ({ arm }) => amountOf(value[arm], epoch?.currency ?? null) });
  return (
    <div className="max-w-3xl">
      <Table label="Both groups" variant="ranked" columns={columns} rows={GROUPS} rowKey={({ arm }) => arm} />
    </div>
  );
}

/** Whether it wears off; from the second week on. */
function Weeks({ effect: { weeks } }: { effect: Effect }) {
  if (weeks.length < 2) return null;
  type Week = (typeof weeks)[number];
  const columns: [TableColumn<Week>, ...TableColumn<Week>[]] = [
    { key: 'week', header: 'Week from', cell: ({ week }) => dayIn('UTC', week) },
    { key: 'shown', header: 'With', cell: ({ converted }) => count(converted.shown) },
    { key: 'heldOut', header: 'Without', cell: ({ converted }) => count(converted.heldOut) },
    { key: 'lift', header: 'Change', cell: ({ lift }) => (lift?.value == null ? '–' : signed(lift.value)) },
    { key: 'bounds', header: 'Likely range', cell: ({ lift }) => (lift ? boundsOf(lift) : '–') },
  ];
  return (
    <div className="max-w-3xl">
      <h2 className="mb-2 font-display text-heading">By week</h2>
      <Table label="By week" variant="ranked" columns={columns} rows={weeks} rowKey={({ week }) => week} />
    </div>
  );
}
