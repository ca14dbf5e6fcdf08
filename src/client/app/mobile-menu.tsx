// The header's menu below 768 px: the current site and the account for owners, login and sign-up for visitors. The
// header unmounts it on navigation.
import { Check, LayoutList, LogOut, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useCurrentSite } from '#client/data/current-site.ts';
import type { User } from '#shared/contract/account.ts';
import { FIRST_TOASTS } from '#shared/first-messages.ts';
import { isVerifiedHere } from '../auth/access.ts';
import { SITES_SEARCHED_FROM } from '../data/sites.ts';
import { sameSitePage } from '../links.ts';
import { screens } from '../screens.ts';
import { useSignOut } from '../sign-in/use-sign-out.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { searchScore } from '../ui/search-score.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { accountLinks, ownerLinks, visitorLinks } from './navigation.ts';
import { SiteAttention } from './site-attention.tsx';
import { SiteBadge } from './site-badge.tsx';
import { PlanBadge } from './user-menu.tsx';

export const MOBILE_MENU_ID = 'mobile-menu';

const ROW = 'flex min-h-11 items-center gap-3 px-4 text-sm';

type MobileMenuProps = { user: User | null; pathname: string; onClose: () => void };

export function MobileMenu({ user, pathname, onClose }: MobileMenuProps) {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // What is open on top of it is closed first.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      onClose();
      if (opener instanceof HTMLElement) opener.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose, opener]);
  return (
    <>
      {/* Beside the menu, in the header: that blurs what is behind it, so nothing fixed in it reaches below it. */}
      <div aria-hidden="true" onClick={onClose} className="absolute inset-x-0 top-full h-dvh bg-scrim md:hidden" />
      <div
        id={MOBILE_MENU_ID}
        className="max-h-[calc(100dvh-4rem)] overflow-y-auto border-line border-t bg-surface pb-4 md:hidden"
      >
        {user ? <OwnerMenu user={user} pathname={pathname} /> : <VisitorMenu />}
        <div className="mt-3 flex items-center justify-between border-line border-t px-4 pt-4 text-muted text-sm">
          Appearance
          <ThemeSwitch />
        </div>
      </div>
    </>
  );
}

function VisitorMenu() {
  return (
    <>
      <nav aria-label="Main" className="py-2">
        {visitorLinks.map((link) => (
          <Link key={link.href} to={link.href} className={ROW}>
            {link.label}
          </Link>
        ))}
      </nav>
      <div className="grid grid-cols-2 gap-3 px-4">
        <VisitorButtons login="secondary" />
      </div>
    </>
  );
}

function OwnerMenu({ user, pathname }: { user: User; pathname: string }) {
  const { signOut, isBusy } = useSignOut();
  return (
    <>
      {isVerifiedHere(user) && (
        <>
          <SiteChoice pathname={pathname} />
          <nav aria-label="Main" className="border-line border-t py-2">
            {[...ownerLinks, ...accountLinks].map(({ label, icon: Icon, href }) => (
              <Link key={href} to={href} className={ROW}>
                <Icon aria-hidden="true" size={18} className="text-muted" /> {label}
              </Link>
            ))}
          </nav>
        </>
      )}
      <div className="flex items-center gap-3 border-line border-t px-4 py-4">
        <Avatar name={user.displayName} src={user.photoURL} />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-semibold">{user.displayName ?? user.email}</span>
          {user.displayName && <span className="block truncate text-muted">{user.email}</span>}
        </span>
        <PlanBadge user={user} />
      </div>
      <div className="px-4">
        <Button
          variant="secondary"
          className="w-full"
          icon={<LogOut aria-hidden="true" size={16} />}
          isBusy={isBusy}
          busyLabel="Logging out..."
          onClick={signOut}
        >
          Logout
        </Button>
      </div>
    </>
  );
}

function SiteChoice({ pathname }: { pathname: string }) {
  const [search, setSearch] = useState('');
  const { sites, current, isError, isFetching, retry } = useCurrentSite();
  if (isError) {
    return (
      <p role="alert" className={`${ROW} justify-between text-danger`}>
        {FIRST_TOASTS.sitesFetchFailed.title}
        <Button variant="secondary" size="sm" onClick={retry} isBusy={isFetching}>
          Retry
        </Button>
      </p>
    );
  }
  if (!sites) return <p className={`${ROW} text-muted`}>Loading sites...</p>;
  const hasSites = sites.length > 0;
  const isSearched = sites.length >= SITES_SEARCHED_FROM;
  const found = sites.filter(({ name, slug, domains }) =>
    [name, slug, ...domains].some((text) => searchScore(text, search) > 0),
  );
  return (
    <nav aria-label="Sites" className="py-2">
      <p className="px-4 pt-2 pb-1 text-meta text-muted">{hasSites ? 'Current site' : 'No sites found'}</p>
      {isSearched && (
        <div className="px-4 py-2">
          <SearchField label="Search sites" value={search} onChange={setSearch} />
        </div>
      )}
      <div className={isSearched ? 'max-h-[40dvh] overflow-y-auto overscroll-contain' : undefined}>
        {found.map((site) => (
          <Link key={site.id} to={sameSitePage(pathname, site.slug)} className={ROW}>
            <SiteBadge name={site.name} />
            <span className="grid">
              <span className="max-w-[200px] truncate font-medium leading-tight">{site.name}</span>
              <SiteAttention siteId={site.id} />
            </span>
            {site.id === current?.id && <Check aria-label="Current" size={16} className="ml-auto text-accent" />}
          </Link>
        ))}
        {hasSites && found.length === 0 && <p className={`${ROW} text-muted`}>No site matches.</p>}
      </div>
      {hasSites && (
        <Link to={screens.dashboard.href()} className={ROW}>
          <LayoutList aria-hidden="true" size={18} className="text-muted" /> All sites
        </Link>
      )}
      <Link to={screens.createSite.href()} className={ROW}>
        <Plus aria-hidden="true" size={18} className="text-muted" />
        {hasSites ? 'Add New Site' : 'Create your first site'}
      </Link>
    </nav>
  );
}

/** The login and sign-up buttons, shared with the header; the caller arranges them. */
export const VisitorButtons = ({ login }: { login: 'ghost' | 'secondary' }) => (
  <>
    <ButtonLink variant={login} to={screens.login.href()}>
      Log in
    </ButtonLink>
    <ButtonLink to={screens.register.href()}>Get Started</ButtonLink>
  </>
);
