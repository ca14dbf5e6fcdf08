// The fixed header: the wordmark, then links and buttons for visitors, or site switcher and menu for owners. Below 768
// px these move to the mobile menu; where scripts are off, the links stay.
import { ChevronsUpDown, Menu as MenuIcon, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Link, NavLink, useLocation, useParams } from 'react-router';
import { useCurrentSite } from '#client/data/current-site.ts';
import type { User } from '#shared/contract/account.ts';
import { HEADER_SCROLL } from '#shared/limits.ts';
import { isVerifiedHere } from '../auth/access.ts';
import { useAuth } from '../auth/session-context.tsx';
import { screens } from '../screens.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { Wordmark } from '../ui/logo.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Commands } from './commands.tsx';
import { MOBILE_MENU_ID, MobileMenu, VisitorButtons } from './mobile-menu.tsx';
import { ownerLinks, visitorLinks } from './navigation.ts';
import { SiteBadge } from './site-badge.tsx';
import { SiteSwitcher } from './site-switcher.tsx';
import { UserMenu } from './user-menu.tsx';

type HeaderProps = {
  /** Transparent until the page is scrolled. */
  isOverlay?: boolean;
  /** Aligned with the column of public pages instead of full width. */
  isColumn?: boolean;
  /** Opens the site's drawer on small screens; absent outside a site. */
  onOpenDrawer?: (() => void) | undefined;
};

/** Transparent or solid; solid in any case where no script tells which. */
const GROUND =
  'border-transparent data-solid:border-line data-solid:bg-surface/85 data-solid:backdrop-blur-md no-script:border-line no-script:bg-surface';

export function Header({ isOverlay = false, isColumn = false, onOpenDrawer }: HeaderProps) {
  const auth = useAuth();
  const isScrolled = useScrolled(isOverlay);
  const user = auth.status === 'in' ? auth.user : null;
  const { key, pathname } = useLocation();
  const { siteSlug } = useParams();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // The menu belongs to the location where it was opened, so that navigating closes it.
  const isMenuOpen = openAt === key;
  const toggleMenu = () => setOpenAt(isMenuOpen ? null : key);
  const isOwner = user !== null && isVerifiedHere(user);
  const isOnSite = onOpenDrawer !== undefined && siteSlug !== undefined;
  const isSolid = !isOverlay || isScrolled || isMenuOpen;
  return (
    <header
      // Before React is there, the page's first script scrolls it (public/start/start.ts).
      data-overlay={isOverlay || undefined}
      data-solid={isSolid || undefined}
      className={`fixed inset-x-0 top-0 z-30 border-b print:hidden transition-colors duration-150 motion-reduce:transition-none ${GROUND}`}
    >
      <div
        className={`flex h-16 items-center gap-2 pr-3 pl-4 md:gap-4 ${isColumn ? 'mx-auto max-w-6xl md:px-8' : 'md:pr-6 md:pl-5'}`}
      >
        {onOpenDrawer && (
          <span className="-ml-2 md:hidden">
            <IconButton label="Open site menu" onClick={onOpenDrawer}>
              <MenuIcon aria-hidden="true" size={20} />
            </IconButton>
          </span>
        )}
        <Link
          to={user ? screens.dashboard.href() : screens.home.href()}
          className={`rounded-control lg:w-[236px] ${isOnSite ? 'hidden md:flex' : 'flex'}`}
        >
          <Wordmark />
        </Link>
        {isOnSite && <MobileSite isOpen={isMenuOpen} onClick={toggleMenu} />}
        {isOwner && (
          <div className="hidden h-9 items-center md:flex">
            <HeaderSwitcher />
          </div>
        )}
        <div className="ml-auto">{isOwner && <Commands />}</div>
        <div className="hidden items-center gap-3 md:flex no-script:flex lg:gap-5">
          {auth.status === 'in' ? <OwnerActions user={auth.user} /> : auth.status !== 'loading' && <VisitorActions />}
        </div>
        <div className="md:hidden no-script:hidden">
          <IconButton
            label={isMenuOpen ? 'Close menu' : user ? 'Open account menu' : 'Open menu'}
            aria-expanded={isMenuOpen}
            aria-controls={isMenuOpen ? MOBILE_MENU_ID : undefined}
            onClick={toggleMenu}
          >
            {isMenuOpen ? (
              <X aria-hidden="true" size={20} />
            ) : user ? (
              // Owners have their sites' menu on the left: two alike would be a riddle.
              <Avatar name={user.displayName} src={user.photoURL} />
            ) : (
              <MenuIcon aria-hidden="true" size={20} />
            )}
          </IconButton>
        </div>
      </div>
      {isMenuOpen && <MobileMenu user={user} pathname={pathname} onClose={() => setOpenAt(null)} />}
    </header>
  );
}

/** Below 768 px, in place of the wordmark: whose screen this is. It opens the menu, where another site can be chosen. */
function MobileSite({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const { current } = useCurrentSite();
  if (!current) return null;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? MOBILE_MENU_ID : undefined}
      onClick={onClick}
      className="-ml-1 flex h-11 min-w-0 items-center gap-2 rounded-control px-1 md:hidden"
    >
      <SiteBadge name={current.name} />
      <span className="sr-only">Site: </span>
      <span className="max-w-[200px] truncate font-semibold text-table">{current.name}</span>
      <ChevronsUpDown aria-hidden="true" size={14} className="shrink-0 text-muted" />
    </button>
  );
}

const HeaderSwitcher = () => <SiteSwitcher {...useCurrentSite()} />;

function OwnerActions({ user }: { user: User }) {
  return (
    <>
      {isVerifiedHere(user) && (
        <nav aria-label="Main" className="flex gap-3 lg:gap-5">
          {ownerLinks.map((link) => (
            <NavLink
              key={link.href}
              to={link.href}
              className="font-medium text-muted text-table hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {link.label}
            </NavLink>
          ))}
        </nav>
      )}
      <ThemeSwitch />
      <UserMenu user={user} />
    </>
  );
}

function VisitorActions() {
  return (
    <>
      <nav aria-label="Main" className="flex gap-4 md:gap-5">
        {visitorLinks.map((link) => (
          <Link key={link.href} to={link.href} className="font-medium text-table text-muted hover:text-ink">
            {link.label}
          </Link>
        ))}
      </nav>
      <span className="no-script:hidden">
        <ThemeSwitch />
      </span>
      {/* On a phone the links take their room; what these lead to needs scripts. */}
      <div className="flex gap-2 max-md:no-script:hidden">
        <VisitorButtons login="ghost" />
      </div>
    </>
  );
}

function onScroll(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** @returns whether the page is scrolled by more than 10 px; where nobody asks, it isn't laid out in mid-render to find out. */
const useScrolled = (isAsked: boolean): boolean =>
  useSyncExternalStore(
    onScroll,
    () => isAsked && window.scrollY > HEADER_SCROLL,
    () => false,
  );
