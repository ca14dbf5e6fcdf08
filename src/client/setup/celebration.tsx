// The first display of a site is told to its owner on whatever screen they are: once, by a toast that leads to the dashboard.
// There, the set-up list says it itself (setup-list.tsx), as it says what happened while nobody looked.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCelebrate, useSiteSetup } from '#client/data/site-installation.ts';
import { agoOf } from '#client/format/dates.ts';
import { capitalized } from '#client/format/words.ts';
import { screens } from '#client/screens.ts';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { isFresh } from './steps.ts';

/** Rendered with the site's id as its key. */
export function Celebration({ site }: { site: Site }) {
  const { data: setup } = useSiteSetup(site.id, 'display');
  const celebrate = useCelebrate();
  const navigate = useNavigate();
  const dashboard = screens.siteDashboard.href(site.slug);
  const isThere = useLocation().pathname === dashboard;
  /** Whether this page was open before the first display. */
  const hasWaited = useRef(false);
  if (setup?.firstDisplayAt === null) hasWaited.current = true;
  useEffect(() => {
    if (!setup?.firstDisplayAt || setup.isCelebrated || isThere) return;
    const { firstDisplayAt, seen } = setup;
    if (!hasWaited.current && !isFresh(firstDisplayAt, Date.now())) return;
    hasWaited.current = false;
    celebrate(site.id);
    const ago = agoOf(firstDisplayAt, Date.now());
    toast({
      title: 'Your first notification was seen',
      description: seen ? `On ${seen.host}, ${ago}` : capitalized(ago),
      tone: 'success',
      action: { label: 'Open the dashboard', onSelect: () => void navigate(dashboard) },
    });
  }, [setup, isThere, celebrate, navigate, dashboard, site.id]);
  return null;
}
