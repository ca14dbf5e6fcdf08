// The first display of a site is told to its owner on whatever screen they are: once, by a toast. On the dashboard, the set-up
// list says it itself (setup-list.tsx), as it says what happened while nobody looked.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useCelebrate, useSiteSetup } from '#client/data/site-installation.ts';
import { screens } from '#client/screens.ts';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { isFresh } from './steps.ts';

/** Rendered with the site's id as its key. */
export function Celebration({ site }: { site: Site }) {
  const { data: setup } = useSiteSetup(site.id, 'display');
  const celebrate = useCelebrate();
  const isThere = useLocation().pathname === screens.siteDashboard.href(site.slug);
  /** Whether this page was open before the first display. */
  const hasWaited = useRef(false);
  if (setup?.firstDisplayAt === null) hasWaited.current = true;
  useEffect(() => {
    if (!setup?.firstDisplayAt || setup.isCelebrated || isThere) return;
    if (!hasWaited.current && !isFresh(setup.firstDisplayAt, Date.now())) return;
    hasWaited.current = false;
    celebrate(site.id);
    // One line: it takes no more room than the toast that it may replace.
    toast({ title: 'Your first notification was seen', tone: 'success' });
  }, [setup, isThere, celebrate, site.id]);
  return null;
}
