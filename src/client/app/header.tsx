// The fixed header: word mark, then what fits who is looking: links and buttons for visitors, switcher and menu for
// owners. Below 768 px the rest is in the mobile menu.
import { Menu as MenuIcon, PanelLeft, X } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import type { User } from '#shared/contract/account.ts';
import { useAuth } from '../api/session-context.tsx';
import { isVerifiedHere } from '../api/verified.ts';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/button.tsx';
import { Wordmark } from '../ui/logo.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { OWNER_NAV, PUBLIC_NAV } from './nav-items.ts';
import { SiteSwitcher } from './site-switcher.tsx';
import { useCurrentSite } from './use-current-site.ts';
import { useScrolled } from './use-scrolled.ts';
import { UserMenu } from './user-menu.tsx';
import { VisitorButtons } from './visitor-buttons.tsx';

type HeaderProps = {
  /** Transparent until the page is scrolled. */
  isOverlay?: boolean;
  /** In the column of the public pages, instead of over the whole width. */
  isColumn?: boolean;
  /** Opens the site's drawer on small screens; absent where no site's navigation exists. */
  onOpenDrawer?: (() => void) | undefined;
};

export function Header({ isOverlay = false, isColumn = false, onOpenDrawer }: HeaderProps) {
  const auth = useAuth();
  const isScrolled = useScrolled();
  const user = auth.status === 'in' ? auth.user : null;
  const { key, pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Open belongs to the place it was opened at: going elsewhere closes the menu.
  const isMenuOpen = openAt === key;
  const isSolid = !isOverlay || isScrolled || isMenuOpen;
  return (
    <header
      className={`fixed inset-x-0 top-0 z-30 border-b transition-colors duration-150 motion-reduce:transition-none ${
        isSolid ? 'border-line bg-surface/85 backdrop-blur-md' : 'border-transparent bg-transparent'
      }`}
    >
      <div
        className={`flex h-16 items-center gap-2 pr-3 pl-4 md:gap-4 ${isColumn ? 'mx-auto max-w-6xl md:px-8' : 'md:pr-6 md:pl-5'}`}
      >
        {onOpenDrawer && (
          <span className="-ml-2 md:hidden">
            <IconButton label="Open site menu" variant="ghost" onClick={onOpenDrawer}>
              <PanelLeft aria-hidden="true" size={20} strokeWidth={1.75} />
            </IconButton>
          </span>
        )}
        <Link to={user ? paths.dashboard.href() : paths.home.href()} className="flex rounded-control md:w-[236px]">
          <Wordmark size="md" />
        </Link>
        {user && isVerifiedHere(user) && (
          <div className="hidden md:block">
            <HeaderSwitcher />
          </div>
        )}
        <div className="ml-auto hidden items-center gap-5 md:flex">
          {auth.status === 'in' ? <OwnerActions user={auth.user} /> : auth.status !== 'loading' && <VisitorActions />}
        </div>
        <div className="ml-auto md:hidden">
          <IconButton
            label={isMenuOpen ? 'Close menu' : 'Open menu'}
            variant="ghost"
            aria-expanded={isMenuOpen}
            aria-controls="mobile-menu"
            onClick={() => setOpenAt(isMenuOpen ? null : key)}
          >
            {isMenuOpen ? <X aria-hidden="true" size={20} /> : <MenuIcon aria-hidden="true" size={20} />}
          </IconButton>
        </div>
      </div>
      {isMenuOpen && <MobileMenu user={user} pathname={pathname} onClose={() => setOpenAt(null)} />}
    </header>
  );
}

const HeaderSwitcher = () => <SiteSwitcher {...useCurrentSite()} />;

function OwnerActions({ user }: { user: User }) {
  return (
    <>
      {isVerifiedHere(user) && (
        <nav aria-label="Main" className="flex gap-5">
          {OWNER_NAV.map((link) => (
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
      <nav aria-label="Main" className="flex gap-5">
        {PUBLIC_NAV.map((link) => (
          <Link key={link.href} to={link.href} className="font-medium text-table text-muted hover:text-ink">
            {link.label}
          </Link>
        ))}
      </nav>
      <ThemeSwitch />
      <div className="flex gap-2">
        <VisitorButtons login="ghost" />
      </div>
    </>
  );
}
