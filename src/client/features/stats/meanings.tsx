// What each metric means, in plain words.
import type { ReactNode } from 'react';
import { LearnMore } from '#client/content/learn-more.tsx';

export const DISPLAY_RULE =
  'A display is counted when at least half of a notification has been in view for one second.';

export const MEANINGS = {
  displays: (
    <p>
      {DISPLAY_RULE} This applies only in a visible tab, and once each time a notification is shown. Bots are left out.
    </p>
  ),
  clicks: (
    <p>How often visitors clicked a notification, with or without a link. Closing it doesn't count as a click.</p>
  ),
  dismissals: (
    <p>
      How often visitors closed a notification with its button or the Escape key. Notifications that time out aren't
      counted.
    </p>
  ),
} satisfies Record<string, ReactNode>;

/** What the click rate and its interval mean. @param range such as '5.3 to 6.2%'; null while there are no displays. */
export function RateMeaning({ range }: { range: string | null }) {
  return (
    <>
      <p>
        Clicks as a share of displays.{' '}
        <LearnMore guide="counting" section="click-rate-and-how-far-to-trust-it" about="the click rate" />
      </p>
      {range === null ? (
        <p>It appears once a notification has been displayed.</p>
      ) : (
        <p>
          Counts vary by chance. With this many displays, the real rate is very likely between{' '}
          {range.replace(' to ', ' and ')} (95% confidence). More displays narrow the range. If it extends more than 5
          points either way, there isn't enough data to show a rate.
        </p>
      )}
    </>
  );
}
