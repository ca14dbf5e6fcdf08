// The first display of a site is celebrated on whatever screen its owner is: once, in amber, and without taking the
// focus. It floats above the end of the window and has room of its own at the end of the page, so that whatever it covers
// can be scrolled out from under it. What happened while nobody looked is told by the dashboard's list (setup-list.tsx).
import { BadgeCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useCelebrate, useSiteSetup } from '#client/data/site-installation.ts';
import { agoOf } from '#client/format/dates.ts';
import { capitalized } from '#client/format/words.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { screens } from '#client/screens.ts';
import { ButtonLink, IconButton } from '#client/ui/button.tsx';
import type { SiteSetup } from '#shared/contract/installation.ts';
import type { Site } from '#shared/contract/site.ts';
import { MINUTE } from '#shared/time.ts';
import { isFresh } from './steps.ts';

/** Rendered with the site's id as its key. */
export function Celebration({ site }: { site: Site }) {
  const { data: setup } = useSiteSetup(site.id, 'display');
  const celebrate = useCelebrate();
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
        {shown && `Your first notification was seen${shown.seen ? ` on ${shown.seen.host}` : ''}.`}
      </p>
      {shown && <Card site={site} setup={shown} onClose={() => setShown({ ...shown, firstDisplayAt: null })} />}
    </>
  );
}

/** Pixels around the card that stay free, too. */
const MARGIN = 32;

/** While the card is shown, what gets the focus is scrolled clear of it. */
function useClearFocus(card: RefObject<HTMLElement | null>): void {
  // At each render: what the card says may take another line.
  useLayoutEffect(() => {
    const height = card.current?.offsetHeight ?? 0;
    document.documentElement.style.scrollPaddingBottom = height > 0 ? `${height + MARGIN}px` : '';
  });
  useEffect(() => () => void document.documentElement.style.removeProperty('scroll-padding-bottom'), []);
}

function Card({ site, setup, onClose }: { site: Site; setup: SiteSetup; onClose: () => void }) {
  const now = useNow(MINUTE / 6);
  const { pathname } = useLocation();
  const card = useRef<HTMLElement>(null);
  useClearFocus(card);
  const { firstDisplayAt, displayedNotification } = setup;
  if (firstDisplayAt === null) return null;
  const links = [
    { label: 'Match your colors', href: screens.siteAppearance.href(site.slug) },
    { label: 'Open the dashboard', href: screens.siteDashboard.href(site.slug) },
  ].filter(({ href }) => href !== pathname);
  return (
    <section
      ref={card}
      aria-label="First display"
      className="sticky bottom-4 z-40 mx-4 mb-4 animate-toast-in overflow-hidden rounded-panel border border-line border-t-3 border-t-proof bg-raised shadow-float sm:bottom-6 sm:mr-6 sm:mb-6 sm:ml-auto sm:w-96"
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
          <p className="wrap-anywhere mb-3 line-clamp-3 border-proof border-l-2 pl-3 max-sm:hidden">
            {displayedNotification.message}
          </p>
        )}
        <p className="text-pretty text-muted text-table max-sm:hidden">
          Next, give your notifications your shop’s colors. It takes a minute, and they look as if they belong.
        </p>
        <div className="flex flex-wrap gap-2 sm:mt-3">
          {links.map(({ label, href }, index) => (
            <ButtonLink
              key={href}
              size="sm"
              variant={index === 0 ? 'primary' : 'secondary'}
              className={index === 0 ? '' : 'max-sm:hidden'}
              to={href}
              onClick={onClose}
            >
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  );
}
