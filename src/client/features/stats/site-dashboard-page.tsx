// A site's dashboard: the set-up list while something is left of it, what needs attention, and from the first display on
// today and 30 days.
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isMeasured, useSiteEffect } from '#client/data/effect.ts';
import { isSetUp, useSiteAttention, useSiteSetup } from '#client/data/site-installation.ts';
import { usePreviousSiteSeries, useSiteStats } from '#client/data/stats.ts';
import { clockName, todayIn } from '#client/format/dates.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/link.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { AttentionItem, SiteSetup } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteStats } from '#shared/contract/stats.ts';
import { MINUTE } from '#shared/time.ts';
import { beforeName, DEFAULT_RANGE } from './range.ts';
import { StandoutCards } from './standout-cards.tsx';
import { CellSkeletons, StatCells } from './stat-cells.tsx';
import { StatsError } from './stats-error.tsx';
import { Trend } from './trend.tsx';

export default function SiteDashboardPage({ site }: { site: Site }) {
  useTitle(`Dashboard · ${site.name}`);
  const setup = useSiteSetup(site.id);
  const attention = useSiteAttention(site.id);
  const wasDisplayed = setup.data && setup.data.firstDisplayAt !== null;
  // What is above the figures comes first, so that nothing moves when it arrives.
  const isWaiting = setup.isPending || attention.isPending;
  return (
    <>
      <PageHeader
        title={site.name}
        description={<span className="wrap-anywhere">{site.domains.join(', ') || 'Shows on any domain'}</span>}
        action={
          wasDisplayed && (
            <ButtonLink variant="secondary" to={screens.siteAnalytics.href(site.slug)}>
              Analytics
              <ArrowRight aria-hidden="true" size={16} />
            </ButtonLink>
          )
        }
      />
      {isWaiting ? (
        <Waiting />
      ) : (
        <>
          {isLost(setup) && <StatsError query={setup} what="the set-up list" />}
          {isLost(attention) && <StatsError query={attention} what="what needs attention" />}
          <News site={site} setup={setup.data} attention={attention.data ?? []}>
            {/* If nobody knows whether there were displays, the figures tell. */}
            {(wasDisplayed ?? true) && <Figures site={site} />}
          </News>
        </>
      )}
    </>
  );
}

/** Silence would look like good news. */
const isLost = ({ isError, data }: { isError: boolean; data: unknown }) => isError && data === undefined;

type NewsProps = { site: Site; setup: SiteSetup | undefined; attention: readonly AttentionItem[]; children: ReactNode };

/** Most days there is no news: then not even its code is loaded. Once there was some, it stays around the figures. */
function News({ children, ...news }: NewsProps) {
  const { setup, attention } = news;
  const isNews = attention.length > 0 || (setup !== undefined && !(isSetUp(setup) && setup.isCelebrated));
  const [wasNews, setWasNews] = useState(isNews);
  if (isNews && !wasNews) setWasNews(true);
  return wasNews ? <SiteNews {...news}>{children}</SiteNews> : children;
}

const Waiting = () => (
  <div role="status" aria-label="Loading" className="space-y-4">
    <Skeleton className="h-6 w-40" />
    <CellSkeletons />
    <Skeleton className="h-80 w-full" />
  </div>
);

function Figures({ site }: { site: Site }) {
  const today = todayIn(site.timezone, useNow(MINUTE));
  const day = useSiteStats(site.id, { range: 'custom', from: today, to: today });
  const month = useSiteStats(site.id, DEFAULT_RANGE);
  const seriesBefore = usePreviousSiteSeries(site.id, month.data);
  if (isLost(day) && isLost(month)) {
    const refetch = () => Promise.all([day.refetch(), month.refetch()]);
    return <StatsError query={{ ...month, refetch }} />;
  }
  const period = beforeName(DEFAULT_RANGE);
  return (
    <>
      <Period title="Today" note={`vs. yesterday up to this time (${clockName(site.timezone)})`}>
        {isLost(day) ? (
          <StatsError query={day} />
        ) : (
          <Cells report={day.data} period="the same hours yesterday" isCompact />
        )}
      </Period>
      <Period title="Last 30 days" note={`vs. ${period}`}>
        {isLost(month) ? (
          <StatsError query={month} />
        ) : (
          <>
            <Cells report={month.data} period={period} />
            <Trend report={month.data} before={{ series: seriesBefore, period }} />
          </>
        )}
      </Period>
      <EffectInShort site={site} />
      {month.data && <StandoutCards site={site} rows={month.data.notifications} />}
    </>
  );
}

const Period = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <section aria-label={title} className="space-y-3">
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h2 className="font-display text-heading">{title}</h2>
      <p className="text-muted text-table">{note}</p>
    </div>
    {children}
  </section>
);

/** What notifications change, in the sentence of its own screen; nothing while that isn't measured. */
function EffectInShort({ site }: { site: Site }) {
  const { data } = useSiteEffect(site.id);
  const main = data && isMeasured(data) ? data.goals[0] : undefined;
  return (
    main && (
      <Period title="Effect" note="vs. visitors who see no notifications">
        <p className="text-pretty">
          {data?.epoch?.endedBecause === 'harm'
            ? 'Notifications are paused: without them, more visitors reached your goal.'
            : main.sentence}{' '}
          <TextLink to={screens.siteEffect.href(site.slug)}>See the effect</TextLink>
        </p>
      </Period>
    )
  );
}

type CellsProps = { report: SiteStats | undefined; period: string; isCompact?: boolean };

const Cells = ({ report, period, isCompact = false }: CellsProps) =>
  report ? (
    <StatCells totals={report.totals} previous={report.previous} period={period} isCompact={isCompact} />
  ) : (
    <CellSkeletons isCompact={isCompact} />
  );

const SiteNews = lazyPart(async () => (await import('./site-news.tsx')).SiteNews, <Waiting />);
