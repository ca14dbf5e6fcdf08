// What of a site needs its owner's attention, each with the way to mend it: a press here, or a link to the exact place.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useAllowHost } from '#client/data/site-installation.ts';
import { useSwitchWidget, useWidget } from '#client/data/widgets.ts';
import { agoOf } from '#client/format/dates.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { toast } from '#client/ui/toast.tsx';
import type { AttentionItem } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { MINUTE } from '#shared/time.ts';

type Items = readonly AttentionItem[];
type Silent = Extract<AttentionItem, { kind: 'silent-notification' }>;
type Contrast = Extract<AttentionItem, { kind: 'low-contrast' }>;

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
    default:
      return `${item.kind} ${item.host}`;
  }
}

function Item({ site, item, now }: { site: Site; item: AttentionItem; now: number }) {
  switch (item.kind) {
    case 'not-seen':
      return (
        <Row
          isUrgent
          title={`The snippet was last seen ${agoOf(item.lastSeenAt, now)}`}
          text={`It was on ${item.host}. A new theme or a page builder may have dropped it.`}
          action={<GoTo href={screens.siteSetup.href(site.slug)}>Check the installation</GoTo>}
        />
      );
    case 'refused-domain':
      return (
        <Row
          isUrgent
          title={`${item.host} isn't on your domain list`}
          text={`A page there asked for your notifications ${agoOf(item.lastSeenAt, now)} and got none.`}
          action={<AddDomain site={site} host={item.host} />}
        />
      );
    case 'low-contrast':
      return (
        <Row
          title={`${item.pair} is hard to read${item.notificationId ? ' in one notification' : ''}`}
          text={`Its contrast with the background is ${item.ratio.toFixed(1)}:1, less than WCAG 2.2 AA asks for.`}
          action={<GoTo href={colorHref(site.slug, item)}>Change the color</GoTo>}
        />
      );
    case 'silent-notification':
      return (
        <Row
          title={`“${item.message}” was not displayed for ${agoOf(item.since, now).replace(/ ago$/, '')}`}
          text={item.detail ?? SILENCES[item.reason].text}
          action={<MendSilence site={site} item={item} />}
        />
      );
  }
}

type RowProps = { title: string; text: string; action: ReactNode; isUrgent?: boolean };

const Row = ({ title, text, action, isUrgent = false }: RowProps) => (
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
    <div className="max-sm:pl-[30px]">{action}</div>
  </li>
);

const GoTo = ({ href, children }: { href: string; children: ReactNode }) => (
  <Button asChild size="sm" variant="secondary">
    <Link to={href}>{children}</Link>
  </Button>
);

function AddDomain({ site, host }: { site: Site; host: string }) {
  const allow = useAllowHost(site);
  const add = async () => {
    try {
      await allow.mutateAsync(host);
      toast({ title: `${host} added`, description: 'Your notifications show there from now on.', tone: 'success' });
    } catch (error) {
      toast({ title: TOASTS.siteUpdateFailed.title, description: failureOf(error).message, tone: 'danger' });
    }
  };
  return (
    <Button size="sm" variant="secondary" className="max-w-full" onClick={add} isBusy={allow.isPending}>
      <span className="truncate">Add {host}</span>
    </Button>
  );
}

/** What each color draws; the contrast's `pair` names it. */
const COLORS: Record<string, string> = {
  Text: 'textColor',
  Time: 'textColor',
  'Link text': 'linkColor',
  'Icons and numbers': 'primaryColor',
};

function colorHref(slug: string, { pair, notificationId }: Contrast): string {
  if (notificationId) return screens.siteNotifications.editHref(slug, notificationId, 'appearance');
  const color = COLORS[pair];
  return color ? screens.siteAppearance.colorHref(slug, color) : screens.siteAppearance.href(slug);
}

type Mending = { text: string; label: string; href: (slug: string, id: string) => string };

const toEditor = (slug: string, id: string) => screens.siteNotifications.editHref(slug, id);

/** By reason: what it says without details, and where it is mended. */
const SILENCES: Record<Silent['reason'], Mending> = {
  'never-live': { text: 'It was never live.', label: 'Open it', href: toEditor },
  ended: { text: 'Its schedule has ended.', label: 'Change its dates', href: toEditor },
  'not-started': { text: 'Its schedule has not started yet.', label: 'Change its dates', href: toEditor },
  rules: {
    text: 'Its rules match none of your visitors.',
    label: 'Open its rules',
    href: (slug, id) => screens.siteNotifications.editHref(slug, id, 'rules'),
  },
  'widget-off': { text: 'The widget is switched off.', label: 'Open the switch', href: screens.siteSetup.href },
  'not-installed': {
    text: 'The snippet was not seen on your site.',
    label: 'Check the installation',
    href: screens.siteSetup.href,
  },
  'hidden-on-devices': {
    text: 'It is hidden on the devices your visitors use.',
    label: 'Open the devices',
    href: screens.siteBehavior.href,
  },
  unknown: { text: 'Open your page with the inspector to see why.', label: '', href: toEditor },
};

function MendSilence({ site, item }: { site: Site; item: Silent }) {
  if (item.reason === 'unknown') return <WhyButton site={site} />;
  if (item.reason === 'widget-off') return <SwitchOn site={site} />;
  const { label, href } = SILENCES[item.reason];
  return <GoTo href={href(site.slug, item.notificationId)}>{label}</GoTo>;
}

function SwitchOn({ site }: { site: Site }) {
  const { data: widget } = useWidget(site.id);
  const change = useSwitchWidget(site.id);
  return (
    <Button
      size="sm"
      variant="secondary"
      isBusy={change.isPending}
      disabled={!widget}
      onClick={() => widget && change.mutate({ id: widget.id, isActive: true })}
    >
      Switch the widget on
    </Button>
  );
}
