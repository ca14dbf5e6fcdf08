// What each figure means, in the owner's words.
import type { ReactNode } from 'react';

export const DISPLAY_RULE = 'A display counts when at least half of a notice was in view for one second.';

export const MEANINGS = {
  displays: (
    <p>
      {DISPLAY_RULE} Only in a visible tab, and once each time a notice is shown. Search engines and other programs are
      left out.
    </p>
  ),
  clicks: <p>How often a visitor pressed a notice, whether it has a link or not. Closing one is no click.</p>,
  dismissals: (
    <p>
      How often a visitor closed a notice with its button or with Escape. Notices that leave by themselves are not
      counted.
    </p>
  ),
} satisfies Record<string, ReactNode>;

/** What the click rate and its interval mean. @param range such as '5.3 to 6.2 %'; null while nothing was displayed. */
export function RateMeaning({ range }: { range: string | null }) {
  return (
    <>
      <p>Clicks as a share of displays.</p>
      {range === null ? (
        <p>It is known as soon as a notice was displayed.</p>
      ) : (
        <p>
          Counts vary by chance. After so many displays the true rate lies between{' '}
          {`${range.replace(' to ', ' and ')}; a range made so is right 95 times in 100.`} The more displays, the
          narrower the range; where it reaches more than 5 points to either side there are too few displays to tell.
        </p>
      )}
    </>
  );
}
