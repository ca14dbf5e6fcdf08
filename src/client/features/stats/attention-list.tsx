// What needs the owner's attention on a site, each with the way to mend it: a press here, or a link to the exact place.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAllowHost, useSiteAttention } from '#client/data/site-installation.ts';
import { useSwitchWidget, useWidget } from '#client/data/widgets.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { AttentionItem } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { rulesSentence } from '#shared/embed/rules-sentence.ts';
import { TOASTS } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';
import { type Mending, wordsOf } from './attention-words.ts';

type Items = readonly AttentionItem[];

/** Renders nothing without items. */
export function AttentionList({ site, items }: { site: Site; items: Items }) {
  const now = useNow(MINUTE);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="attention-title">
      <h2 id="attention-title" className="font-display text-heading">
        Needs attention <span className="font-normal text-muted tabular-nums">{items.length}</span>
      </h2>
      <ul className="mt-3 border-line border-y">
        {items.map((item) => (
          <Item key={keyOf(item)} site={site} item={item} now={now} />
        ))}
      </ul>
    </section>
  );
}

function keyOf(item: AttentionItem): string {
  switch (item.kind) {
    case 'silent-notification':
      return `${item.kind} ${item.notificationId}`;
    case 'low-contrast':
      return `${item.kind} ${item.notificationId} ${item.pair}`;
    case 'source-needs-secret':
    case 'source-off':
    case 'source-refused':
    case 'source-silent':
      return `${item.kind} ${item.sourceId}`;
    case 'not-seen':
    case 'refused-domain':
      return `${item.kind} ${item.host}`;
  }
}

function Item({ site, item, now }: { site: Site; item: AttentionItem; now: number }) {
  const { data: widget } = useWidget(site.id);
  const { mending, ...words } = wordsOf(item, site.slug, widget ? rulesSentence(widget.settings.rules) : '', now);
  return <Row {...words} action={<Mend site={site} mending={mending} />} />;
}

function Mend({ site, mending }: { site: Site; mending: Mending }) {
  switch (mending.kind) {
    case 'go':
      return (
        <Button asChild size="sm" variant="secondary">
          <Link to={mending.href}>{mending.label}</Link>
        </Button>
      );
    case 'add-domain':
      return <AddDomain site={site} host={mending.host} />;
    case 'switch-on':
      return <SwitchOn site={site} />;
    case 'inspect':
      return <WhyButton site={site} />;
  }
}

type RowProps = { title: string; text: string; action: ReactNode; isUrgent: boolean };

const Row = ({ title, text, action, isUrgent }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t py-3.5 first:border-t-0">
    <div className="flex min-w-0 flex-1 basis-64 gap-3">
      <TriangleAlert
        aria-hidden="true"
        size={18}
        className={classNames('mt-px shrink-0', isUrgent ? 'text-danger' : 'text-muted')}
      />
      <div className="min-w-0">
        <p className="wrap-anywhere line-clamp-2 font-semibold">{title}</p>
        <p className="wrap-anywhere text-pretty text-muted text-table">{text}</p>
      </div>
    </div>
    <div className="min-w-0 max-sm:w-full max-sm:pl-[30px]">{action}</div>
  </li>
);

function AddDomain({ site, host }: { site: Site; host: string }) {
  const allow = useAllowHost(site);
  const add = async () => {
    try {
      await allow.mutateAsync(host);
      toast({ title: `${host} added`, description: 'Your notifications show there from now on.', tone: 'success' });
    } catch (error) {
      toastFailed(TOASTS.siteUpdateFailed)(error);
    }
  };
  return (
    <Button size="sm" variant="secondary" className="max-w-full" onClick={add} isBusy={allow.isPending}>
      <span className="truncate">Add {host}</span>
    </Button>
  );
}

function SwitchOn({ site }: { site: Site }) {
  const { data: widget } = useWidget(site.id);
  const change = useSwitchWidget(site.id);
  const { refetch } = useSiteAttention(site.id);
  const onSuccess = () => void refetch();
  const onError = toastFailed(TOASTS.widgetUpdateFailed);
  return (
    <Button
      size="sm"
      variant="secondary"
      isBusy={change.isPending}
      disabled={!widget}
      onClick={() => widget && change.mutate({ id: widget.id, isActive: true }, { onSuccess, onError })}
    >
      Switch the widget on
    </Button>
  );
}
