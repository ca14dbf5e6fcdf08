// The first display of a site is celebrated on whatever screen its owner is: once, in amber, and without taking the
// focus. What happened while nobody looked is told by the dashboard's list (setup-list.tsx).
import { BadgeCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useCelebrateSite, useSiteSetup } from '#client/data/site-installation.ts';
import { agoOf } from '#client/format/dates.ts';
import { capitalized } from '#client/format/words.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { screens } from '#client/screens.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import type { SiteSetup } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { MINUTE } from '#shared/time.ts';
import { isFresh } from './steps.ts';

export const Celebration = ({ site }: { site: Site }) => <OfSite key={site.id} site={site} />;

function OfSite({ site }: { site: Site }) {
  const { data: setup } = useSiteSetup(site.id, 'display');
  const { celebrate } = useCelebrateSite();
  /** Whether this page was open before the first display. */
  const hasWaited = useRef(false);
  const [shown, setShown] = useState<SiteSetup | null>(null);
  const firstDisplayAt = setup?.firstDisplayAt;
  if (firstDisplayAt === null) hasWaited.current = true;
  useEffect(() => {
    if (!setup || !firstDisplayAt || setup.isCelebrated || shown) return;
    if (!hasWaited.current && !isFresh(firstDisplayAt, Date.now())) return;
    setShown(setup);
    celebrate(site.id);
  }, [setup, firstDisplayAt, shown, celebrate, site.id]);
  return (
    <>
      {/* Always there, or screen readers would not notice what comes into it. */}
      <p role="status" className="sr-only">
        {shown && `Your first notification was seen${placeOf(shown)}.`}
      </p>
      {shown && <Card site={site} setup={shown} onClose={() => setShown({ ...shown, firstDisplayAt: null })} />}
    </>
  );
}

const placeOf = ({ seen }: SiteSetup) => (seen ? ` on ${seen.host}` : '');

function Card({ site, setup, onClose }: { site: Site; setup: SiteSetup; onClose: () => void }) {
  const now = useNow(MINUTE / 6);
  const { pathname } = useLocation();
  const { firstDisplayAt, displayedNotification } = setup;
  if (firstDisplayAt === null) return null;
  const dashboard = screens.siteDashboard.href(site.slug);
  return (
    <section
      aria-label="First display"
      className="fixed inset-x-4 bottom-4 z-40 animate-toast-in overflow-hidden rounded-panel border border-line border-t-3 border-t-proof bg-raised shadow-float sm:right-6 sm:bottom-6 sm:left-auto sm:w-96"
    >
      <div className="flex items-start gap-3 bg-proof-tint py-3.5 pr-2 pl-4">
        <BadgeCheck aria-hidden="true" size={24} className="mt-px shrink-0 text-proof-ink" />
        <div className="min-w-0 flex-1 py-0.5">
          <h2 className="font-display font-semibold text-base leading-5">Your first notification was seen</h2>
          <p className="wrap-anywhere mt-1 text-muted text-table">
            {setup.seen
              ? `On ${setup.seen.host}, ${agoOf(firstDisplayAt, now)}`
              : capitalized(agoOf(firstDisplayAt, now))}
          </p>
        </div>
        <IconButton label="Close" size="sm" className="text-muted" onClick={onClose}>
          <X aria-hidden="true" size={16} />
        </IconButton>
      </div>
      <div className="px-4 pt-3 pb-4">
        {displayedNotification && (
          <p className="wrap-anywhere mb-3 line-clamp-3 border-proof border-l-2 pl-3">
            {displayedNotification.message}
          </p>
        )}
        <p className="text-pretty text-muted text-table max-sm:hidden">
          Next, give your notifications your shop’s colors. It takes a minute, and they look as if they belong.
        </p>
        <div className="flex flex-wrap gap-2 sm:mt-3">
          <Button asChild size="sm">
            <Link to={screens.siteAppearance.href(site.slug)} onClick={onClose}>
              Match your colors
            </Link>
          </Button>
          {pathname !== dashboard && (
            <Button asChild size="sm" variant="secondary">
              <Link to={dashboard} onClick={onClose}>
                Open the dashboard
              </Link>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
