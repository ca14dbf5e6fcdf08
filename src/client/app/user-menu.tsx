// The signed-in user's menu in the header.
import { LogOut, Settings } from 'lucide-react';
import type { User } from '#shared/contract/account.ts';
import { isVerifiedHere } from '../api/verified.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { PlanBadge } from './plan-badge.tsx';
import { useSignOut } from './use-sign-out.ts';

const SETTINGS: MenuItem = {
  kind: 'item',
  label: 'User Settings',
  icon: <Settings aria-hidden="true" size={16} />,
  href: paths.settings.href(),
};

export function UserMenu({ user }: { user: User }) {
  const { signOut, isBusy } = useSignOut();
  if (isBusy) {
    return (
      <p role="status" className="flex items-center gap-2 text-table text-muted">
        <Spinner /> Logging out...
      </p>
    );
  }
  return (
    <Menu
      label="Account"
      align="end"
      trigger={
        <button type="button" className="flex rounded-full">
          <span className="sr-only">Account</span>
          <Avatar name={user.displayName} src={user.photoURL} />
        </button>
      }
      items={[
        {
          kind: 'label',
          label: (
            <span className="block max-w-[240px]">
              <span className="flex items-center justify-between gap-3">
                <span className="truncate font-semibold text-ink">{user.displayName ?? user.email}</span>
                <PlanBadge user={user} />
              </span>
              {user.displayName && <span className="mt-0.5 block truncate text-muted">{user.email}</span>}
            </span>
          ),
        },
        { kind: 'separator' },
        ...(isVerifiedHere(user) ? [SETTINGS] : []),
        { kind: 'item', label: 'Logout', icon: <LogOut aria-hidden="true" size={16} />, onSelect: signOut },
      ]}
    />
  );
}
