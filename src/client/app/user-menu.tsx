// The user's menu in the header, and the plan badge, which the mobile menu shows, too.
import { LogOut } from 'lucide-react';
import type { User } from '#shared/contract/account.ts';
import { isVerifiedHere } from '../auth/access.ts';
import { capitalized } from '../format/words.ts';
import { useSignOut } from '../sign-in/use-sign-out.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { accountLinks } from './navigation.ts';

const ACCOUNT_ITEMS: MenuItem[] = accountLinks.map(({ label, icon: Icon, href }) => ({
  kind: 'item',
  label,
  icon: <Icon aria-hidden="true" size={16} />,
  href,
}));

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
      trigger={
        <button type="button" className="flex rounded-full">
          <span className="sr-only">Account</span>
          <Avatar name={user.displayName} src={user.photoURL} />
        </button>
      }
      items={() => [
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
        ...(isVerifiedHere(user) ? ACCOUNT_ITEMS : []),
        { kind: 'item', label: 'Logout', icon: <LogOut aria-hidden="true" size={16} />, onSelect: signOut },
      ]}
    />
  );
}

/** The plan's name; an active subscription stands out from Free. */
export function PlanBadge({ user: { subscription } }: { user: User }) {
  const isSubscribed = subscription.status === 'active' && subscription.type !== null;
  const plan = subscription.type ?? 'free';
  return <Badge tone={isSubscribed ? 'accent' : 'neutral'}>{capitalized(plan)}</Badge>;
}
