// The end of the account, confirmed by typing its e-mail: it cannot be taken back.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { faultOf } from '#client/api/faults.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import { TypedConfirm } from '#client/ui/typed-confirm.tsx';
import type { User } from '#shared/contract/account.ts';
import { useDeleteAccount } from './queries.ts';

export function DeleteAccount({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Delete your account">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-pretty text-muted">
          Your sites, their notifications and all their figures go with it. Take what you want to keep before.
        </p>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog user={user} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

/** What is lost, one line each. */
const LOSSES = [
  'Every site, with its widget and notifications. Pages that still carry a snippet stay silent.',
  'All statistics.',
  'Your API keys: scripts that use them stop working.',
  'Your profile and every session, this one too.',
];

function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteAccount();
  const navigate = useNavigate();
  const confirm = async () => {
    try {
      await remove.mutateAsync(undefined);
      toast({ title: 'Account deleted', description: 'Everything of it is gone. Farewell.', tone: 'success' });
      void navigate(paths.home.href(), { replace: true });
    } catch {
      // Said in the dialog, from the mutation's state.
    }
  };
  return (
    <TypedConfirm
      title="Delete your account?"
      description="This cannot be undone. It takes away, at once and for good:"
      name={user.email}
      isName={(typed) => typed.toLowerCase() === user.email.toLowerCase()}
      confirmLabel="Delete account"
      isBusy={remove.isPending}
      fault={
        remove.isError ? { title: 'Failed to delete the account', message: faultOf(remove.error).message } : undefined
      }
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5 text-pretty">
        {LOSSES.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </TypedConfirm>
  );
}
