// A report without a single count: why that may be, and the way on.
import { Link } from 'react-router';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { Site } from '#shared/contract/site.ts';
import { DISPLAY_RULE } from './meanings.tsx';
import { useSetUp } from './queries.ts';
import { type ChosenRange, rangeName, rangeSearch } from './range.ts';

type NothingCountedProps = { site: Site; range: ChosenRange };

export function NothingCounted({ site, range }: NothingCountedProps) {
  const { notices } = useSetUp(site.id);
  const wasSeen = notices.data?.some(({ displayCount }) => displayCount > 0) ?? false;
  const hasNotices = (notices.data?.length ?? 0) > 0;
  if (wasSeen) {
    return (
      <EmptyState
        title="Nothing counted in this range"
        description={`No notice was displayed in ${rangeName(range)}, nor in the same time before.`}
        action={
          range.range !== '90d' && (
            <Button asChild variant="secondary">
              <Link to={`${paths.siteAnalytics.href(site.slug)}${rangeSearch({ range: '90d' })}`}>
                Show the last 90 days
              </Link>
            </Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      title="No display counted yet"
      description={`${DISPLAY_RULE} ${hasNotices ? 'Your notices are written: the snippet shows them on your pages.' : 'Write a notice, and paste the snippet into your pages.'}`}
      action={
        <>
          {!hasNotices && (
            <Button asChild>
              <Link to={paths.siteNotifications.href(site.slug)}>Write a notice</Link>
            </Button>
          )}
          <Button asChild variant={hasNotices ? 'primary' : 'secondary'}>
            <Link to={paths.siteSetup.href(site.slug)}>Get the snippet</Link>
          </Button>
        </>
      }
    />
  );
}
