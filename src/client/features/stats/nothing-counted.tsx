// An empty report: the likely reason, and what to do next.

import { useSetup } from '#client/data/notifications.ts';
import type { ChosenRange } from '#client/data/stats.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { Site } from '#shared/contract/site.ts';
import { DISPLAY_RULE } from './meanings.tsx';
import { rangeName, rangeSearch } from './range.ts';

type NothingCountedProps = { site: Site; range: ChosenRange };

export function NothingCounted({ site, range }: NothingCountedProps) {
  const { notifications } = useSetup(site.id);
  const wasSeen = notifications.data?.some(({ displayCount }) => displayCount > 0) ?? false;
  const hasNotifications = (notifications.data?.length ?? 0) > 0;
  if (wasSeen) {
    return (
      <EmptyState
        title="Nothing counted in this range"
        description={`No notifications were displayed in ${rangeName(range)} or in the period before.`}
        action={
          range.range !== '90d' && (
            <ButtonLink
              variant="secondary"
              to={`${screens.siteAnalytics.href(site.slug)}${rangeSearch({ range: '90d' })}`}
            >
              Show the last 90 days
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      title="No displays yet"
      description={`${DISPLAY_RULE} ${hasNotifications ? 'Your notifications are ready. Add the snippet to your pages to show them.' : 'Write a notification and add the snippet to your pages.'}`}
      action={
        <>
          {!hasNotifications && (
            <ButtonLink to={screens.siteNotifications.href(site.slug)}>Write a notification</ButtonLink>
          )}
          <ButtonLink variant={hasNotifications ? 'primary' : 'secondary'} to={screens.siteSetup.href(site.slug)}>
            Get the snippet
          </ButtonLink>
        </>
      }
    />
  );
}
