// What needs the owner's attention on a site, each with the way to mend it: a press here, or a link to the exact place.
import { TriangleAlert } from 'lucide-react';
import { useAllowHost, useSiteAttention } from '#client/data/site-installation.ts';
import { useSwitchWidget, useWidget } from '#client/data/widgets.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import type { AttentionItem } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { rulesSentence } from '#shared/embed/rules-sentence.ts';
import { FIRST_TOASTS } from '#shared/first-messages.ts';
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
  if ('sourceId' in item) return `${item.kind} ${item.sourceId}`;
  if ('host' in item) return `${item.kind} ${item.host}`;
  if ('notificationId' in item) return `${item.kind} ${item.notificationId} ${'pair' in item ? item.pair : ''}`;
  return `${item.kind} ${'pair' in item ? item.pair : ''}`;
}

function Item({ site, item, now }: { site: Site; item: AttentionItem; now: number }) {
  const { data: widget } = useWidget(site.id);
  const widgetRules = widget ? rulesSentence(widget.settings.rules) : '';
  const { title, text, isUrgent, mending } = wordsOf(item, site.slug, widgetRules, now);
  return (
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
      <div className="min-w-0 max-sm:w-full max-sm:pl-[30px]">
        <Mend site={site} mending={mending} />
      </div>
    </li>
  );
}

function Mend({ site, mending }: { site: Site; mending: Mending }) {
  switch (mending.kind) {
    case 'go':
      return (
        <ButtonLink size="sm" variant="secondary" to={mending.href}>
          {mending.label}
        </ButtonLink>
      );
    case 'add-domain':
      return <AddDomain site={site} host={mending.host} />;
    case 'switch-on':
      return <SwitchOn site={site} />;
    case 'inspect':
      return <WhyButton site={site} />;
  }
}

function AddDomain({ site, host }: { site: Site; host: string }) {
  const allow = useAllowHost(site);
  const showAdded = () =>
    toast({ title: `${host} added`, description: 'Your notifications show there from now on.', tone: 'success' });
  // Told although the item is gone by then.
  const add = () => allow.mutateAsync(host).then(showAdded, toastFailed(FIRST_TOASTS.siteUpdateFailed));
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
  const onError = toastFailed(FIRST_TOASTS.widgetUpdateFailed);
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
