// An empty report: the likely reason, what to do next, and a picture of what there will be.

import { useSetup } from '#client/data/notifications.ts';
import type { ChosenRange } from '#client/data/stats.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { Site } from '#shared/contract/site.ts';
import { rangeName, rangeSearch } from './range.ts';

type NothingCountedProps = { site: Site; range: ChosenRange };

export function NothingCounted({ site, range }: NothingCountedProps) {
  const { notifications } = useSetup(site.id);
  const wasSeen = notifications.data?.some(({ displayCount }) => displayCount > 0) ?? false;
  const hasNotifications = (notifications.data?.length ?? 0) > 0;
  if (wasSeen) {
    return (
      <EmptyState
        picture={<ComingNumbers />}
        title="Nothing counted in this range"
        description={`No notifications were displayed in ${rangeName(range)}.`}
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
      picture={<ComingNumbers />}
      title="No displays yet"
      description={
        hasNotifications
          ? 'Your notifications are ready. Add the snippet to your pages to show them.'
          : 'Write a notification and add the snippet to your pages.'
      }
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

const BARS = [6, 9, 7, 12, 16, 13, 20, 25, 22, 31, 38];

/** What there will be instead: days with displays, and a notification. */
export const ComingNumbers = () => (
  <svg aria-hidden="true" viewBox="0 0 176 84" className="w-44">
    {BARS.map((height, at) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        key={at}
        x={at * 16}
        y={83 - height}
        width="11"
        height={height}
        rx="1"
        className={at === BARS.length - 1 ? 'fill-accent' : 'fill-ink/10'}
      />
    ))}
    <path d="M0 83.5h176" className="stroke-line" />
    <rect x="8.5" y="4.5" width="104" height="32" rx="4" className="fill-raised stroke-line" />
    <rect x="16" y="12" width="17" height="17" rx="3" className="fill-proof-tint" />
    <path d="m20.5 20.5 3 3 5-5.5" fill="none" strokeWidth="2" className="stroke-proof-ink" />
    <path d="M41 17.5h60M41 24.5h38" strokeWidth="4" strokeLinecap="round" className="stroke-ink/15" />
  </svg>
);
