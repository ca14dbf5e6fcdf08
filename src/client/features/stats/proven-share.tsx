// How much of what visitors saw somebody but the owner vouches for.
import { BadgeCheck } from 'lucide-react';
import { LearnMore } from '#client/content/learn-more.tsx';
import { count, percent } from '#client/format/numbers.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import type { SiteStats } from '#shared/contract/stats.ts';

export function ProvenShare({ report, slug }: { report: SiteStats; slug: string }) {
  const { provenDisplays, totals } = report;
  if (totals.displays === 0 || provenDisplays === null) return null;
  return (
    <p className="flex items-start gap-2.5 text-pretty">
      <BadgeCheck
        aria-hidden="true"
        size={19}
        className={`mt-px shrink-0 ${provenDisplays > 0 ? 'text-proof-ink' : 'text-muted'}`}
      />
      <span>
        {provenDisplays > 0 ? (
          <>
            <strong className="font-semibold tabular-nums">{percent(provenDisplays / totals.displays)}</strong> of
            displays were proven: {count(provenDisplays)} of {count(totals.displays)} came from events signed by a
            shop's system.
          </>
        ) : (
          <>
            No displays were proven: none of them came from a signed event.{' '}
            <TextLink to={screens.siteSources.href(slug)}>Connect a source</TextLink>.
          </>
        )}{' '}
        <LearnMore guide="events" section="what-is-proven" about="what is proven" />
      </span>
    </p>
  );
}
