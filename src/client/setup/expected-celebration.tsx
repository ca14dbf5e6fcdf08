// Loads the celebration of a first display for sites alone where it is still to come, or to be told of: most days of a
// site come after it.
import { useState } from 'react';
import { useSiteSetup } from '#client/data/site-installation.ts';
import { lazyExtra } from '#client/ui/loadable.ts';
import type { Site } from '#shared/contract/site.ts';

const Celebration = lazyExtra(async () => (await import('./celebration.tsx')).Celebration);

/** Mounted once over all screens. */
export function ExpectedCelebration({ site }: { site: Site }) {
  const { data: setup } = useSiteSetup(site.id, 'display');
  const isExpected = setup?.isCelebrated === false;
  // Once celebrated it is no longer expected, and still on the screen.
  const [wasExpected, setWasExpected] = useState(isExpected);
  if (isExpected && !wasExpected) setWasExpected(true);
  return wasExpected && <Celebration key={site.id} site={site} />;
}
