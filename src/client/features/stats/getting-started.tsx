// The steps from a new site to the first counted display. A step is done when the server's data says so, not when its
// screen was visited. The list disappears once all are done.
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { useSetup } from '#client/data/notifications.ts';
import { screens } from '#client/screens.ts';
import { Panel } from '#client/ui/panel.tsx';
import type { Site } from '#shared/contract/site.ts';

type Step = { title: string; hint: string; isDone: boolean; href?: string; action?: string };

/** @param displays in the last 30 days; undefined while unknown. */
export function GettingStarted({ site, displays }: { site: Site; displays: number | undefined }) {
  const { widget, notifications } = useSetup(site.id);
  if (!widget.data || !notifications.data || displays === undefined) return null;
  const list = notifications.data;
  const wasSeen = displays > 0 || list.some((notification) => notification.displayCount > 0);
  const steps: Step[] = [
    { title: 'Create the site', hint: site.name, isDone: true },
    {
      title: 'Write a notification',
      hint: list.length > 0 ? `${list.length} written` : 'Tell visitors about a sale, review or sign-up',
      isDone: list.length > 0,
      href: screens.siteNotifications.href(site.slug),
      action: 'Write one',
    },
    {
      title: 'Paste the snippet into your pages',
      hint: wasSeen ? 'A visitor has seen a notification' : 'Done once a visitor sees a notification',
      isDone: wasSeen,
      href: screens.siteSetup.href(site.slug),
      action: 'Get the snippet',
    },
  ];
  const done = steps.filter((step) => step.isDone).length;
  if (done === steps.length) return null;
  return (
    <Panel title="Getting started" description={`${done} of ${steps.length} done`}>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.title} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

function StepRow({ title, hint, isDone, href, action }: Step) {
  return (
    <li className="flex items-center gap-3.5 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <span
        className={`grid size-5 shrink-0 place-items-center rounded-full border ${isDone ? 'border-accent bg-accent text-accent-ink' : 'border-field'}`}
      >
        {isDone && <Check aria-hidden="true" size={13} strokeWidth={3} />}
        <span className="sr-only">{isDone ? 'Done' : 'To do'}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className={`block text-sm ${isDone ? 'text-muted' : 'font-semibold'}`}>{title}</span>
        <span className="block truncate text-table text-muted">{hint}</span>
      </span>
      {!isDone && href && (
        <Link to={href} className="shrink-0 font-semibold text-table text-accent hover:underline">
          {action}
        </Link>
      )}
    </li>
  );
}
