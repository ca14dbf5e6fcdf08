// A site's goals, and what each came to.
import { MoreHorizontal, Pencil, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDeleteGoal, useUpdateGoal } from '#client/data/effect.ts';
import { count } from '#client/format/numbers.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmAction } from '#client/ui/confirm-action.tsx';
import { lazyOverlay } from '#client/ui/load-later.tsx';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Table, type TableColumn } from '#client/ui/table.tsx';
import type { Effect } from '#shared/contract/effect.ts';
import type { Goal } from '#shared/contract/goal.ts';
import type { Site } from '#shared/contract/site.ts';
import { GOALS_MAX } from '#shared/limits.ts';
import { boundsOf, reporterOf } from './effect-words.ts';

const GoalDialog = lazyOverlay(async () => (await import('./goal-dialog.tsx')).GoalDialog);

/** What a goal's menu asks for. */
type Asked = { to: 'edit' | 'choose' | 'delete'; goal: Goal } | { to: 'add' };

const ICON = { 'aria-hidden': true, size: 15 } as const;

type GoalsProps = { site: Site; effect: Effect; goals: readonly Goal[]; hasFigures: boolean };

export function GoalsPanel({ site, effect, goals, hasFigures }: GoalsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const figuresOf = ({ id }: Goal) => effect.goals.find((one) => one.id === id);
  const columns: [TableColumn<Goal>, ...TableColumn<Goal>[]] = [
    { key: 'name', header: 'Goal', cell: (goal) => <GoalName goal={goal} /> },
  ];
  if (hasFigures) {
    columns.push(
      { key: 'shown', header: 'With', align: 'end', cell: (goal) => count(figuresOf(goal)?.converted.shown ?? 0) },
      {
        key: 'heldOut',
        header: 'Without',
        align: 'end',
        cell: (goal) => count(figuresOf(goal)?.converted.heldOut ?? 0),
      },
      {
        key: 'lift',
        header: 'Likely range',
        align: 'end',
        cell: (goal) => {
          const { lift, state } = figuresOf(goal) ?? {};
          return lift && state !== 'early' ? boundsOf(lift) : '–';
        },
      },
    );
  }
  columns.push({
    key: 'menu',
    header: <span className="sr-only">Actions</span>,
    place: 'corner',
    cell: (goal) => <GoalMenu goal={goal} onAsk={(to) => setAsked({ to, goal })} />,
  });
  return (
    <Panel
      title="Goals"
      description="What visitors are meant to do. The result is about the main one."
      action={
        goals.length < GOALS_MAX && (
          <Button variant="secondary" onClick={() => setAsked({ to: 'add' })}>
            Add a goal
          </Button>
        )
      }
    >
      {goals.length === 0 ? (
        <p className="text-muted">None yet. Without one of your own, purchases count.</p>
      ) : (
        <Table label="Goals" columns={columns} rows={goals} rowKey={({ id }) => id} />
      )}
      {asked && <Ask site={site} asked={asked} isMeasured={effect.holdOut.share > 0} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

const GoalName = ({ goal }: { goal: Goal }) => (
  <span className="flex flex-wrap items-baseline gap-x-2">
    <span className="wrap-anywhere font-medium">{goal.name}</span>
    {goal.isMain && <Badge tone="accent">Main</Badge>}
    <span className="w-full text-meta text-muted">{reporterOf(goal.kind)}</span>
  </span>
);

function GoalMenu({ goal, onAsk }: { goal: Goal; onAsk: (to: 'edit' | 'choose' | 'delete') => void }) {
  const items = (): MenuItem[] => [
    { kind: 'item', label: 'Edit', icon: <Pencil {...ICON} />, onSelect: () => onAsk('edit') },
    ...(goal.isMain
      ? []
      : [
          {
            kind: 'item' as const,
            label: 'Make it the main goal',
            icon: <Star {...ICON} />,
            onSelect: () => onAsk('choose'),
          },
        ]),
    { kind: 'separator' },
    { kind: 'item', label: 'Delete', icon: <Trash2 {...ICON} />, tone: 'danger', onSelect: () => onAsk('delete') },
  ];
  return (
    <Menu
      label="Actions"
      trigger={
        <button
          type="button"
          aria-label={`Actions for “${goal.name}”`}
          className="grid size-8 place-items-center rounded-control text-ink hover:bg-ink/6 active:bg-ink/10"
        >
          <MoreHorizontal aria-hidden="true" size={18} />
        </button>
      }
      items={items}
    />
  );
}

type AskProps = { site: Site; asked: Asked; isMeasured: boolean; onClose: () => void };

function Ask({ site, asked, isMeasured, onClose }: AskProps) {
  const update = useUpdateGoal();
  const remove = useDeleteGoal();
  if (asked.to === 'add' || asked.to === 'edit') {
    const goal = asked.to === 'edit' ? asked.goal : null;
    return <GoalDialog site={site} goal={goal} isMeasured={isMeasured} onClose={onClose} />;
  }
  const { goal } = asked;
  const ref = { siteId: site.id, goalId: goal.id };
  const anew = isMeasured ? 'Measuring begins anew. Earlier figures stay in the list above.' : '';
  if (asked.to === 'choose') {
    return (
      <ConfirmAction
        title={<span className="wrap-anywhere">Make “{goal.name}” the main goal?</span>}
        description={anew || 'What is measured next is about it.'}
        confirmLabel="Make it the main goal"
        run={() => update.mutateAsync({ ...ref, ...inputOf(goal), isMain: true })}
        failed={{ title: "Couldn't change the main goal" }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmAction
      title={<span className="wrap-anywhere">Delete “{goal.name}”?</span>}
      description={`Its figures are deleted, too. ${goal.isMain ? anew : ''}`}
      confirmLabel="Delete goal"
      tone="danger"
      isDeleting
      run={() => remove.mutateAsync(ref)}
      failed={{ title: "Couldn't delete the goal" }}
      onClose={onClose}
    />
  );
}

/** @returns all that a goal means, as it is sent. */
const inputOf = ({ name, kind, eventKind, sourceId, page, key }: Goal) => ({
  name,
  kind,
  ...(eventKind !== null && { eventKind }),
  ...(sourceId !== null && { sourceId }),
  ...(page !== null && { page }),
  ...(key !== null && { key }),
});
