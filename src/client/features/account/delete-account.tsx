// Deletes the account. It can't be undone, so the user confirms by typing their email.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeleteAccount } from '#client/data/account.ts';
import { TypedConfirm } from '#client/form/typed-confirm.tsx';
import { screens } from '#client/screens.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { User } from '#shared/contract/account.ts';

export function DeleteAccount({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Delete your account">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-pretty text-muted">
          This also deletes your sites, notifications and statistics. Export what you want to keep first.
        </p>
        <Button variant="danger-outline" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog user={user} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

/** What is lost, one line each. */
const LOSSES = [
  'Every site, with its widget and notifications. Pages that still have the snippet show nothing.',
  'All statistics.',
  'Your API keys: scripts that use them stop working.',
  'Your profile and every session, including this one.',
];

function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteAccount();
  const navigate = useNavigate();
  return (
    <TypedConfirm
      title="Delete your account?"
      description="This can't be undone. It permanently deletes:"
      name={user.email}
      isName={(typed) => typed.toLowerCase() === user.email.toLowerCase()}
      confirmLabel="Delete account"
      remove={() => remove.mutateAsync(undefined)}
      success={{ title: 'Account deleted', description: 'Your account and all its data have been deleted.' }}
      failed={{ title: 'Failed to delete the account' }}
      onRemoved={() => void navigate(screens.home.href(), { replace: true })}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5 text-pretty">
        {user.subscription.type !== null && (
          <li>Your plan. A subscription is canceled, and nothing more is charged.</li>
        )}
        {LOSSES.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </TypedConfirm>
  );
}
