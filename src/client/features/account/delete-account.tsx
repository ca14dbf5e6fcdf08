// The end of the account, confirmed by typing its e-mail: it cannot be taken back.
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { faultOf } from '#client/api/faults.ts';
import { paths } from '#client/paths.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { User } from '#shared/contract/account.ts';
import { useDeleteAccount } from './queries.ts';

const FORM = 'delete-account';

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
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === user.email.toLowerCase();
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirmed || remove.isPending) return;
    try {
      await remove.mutateAsync(undefined);
      toast({ title: 'Account deleted', description: 'Everything of it is gone. Farewell.', tone: 'success' });
      void navigate(paths.home.href(), { replace: true });
    } catch {
      // Said in the dialog, from the mutation's state.
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !remove.isPending && onClose()}
      title="Delete your account?"
      description="This cannot be undone. It takes away, at once and for good:"
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={FORM}
            disabled={!isConfirmed}
            isBusy={remove.isPending}
            busyLabel="Deleting..."
          >
            Delete account
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={confirm} className="space-y-5">
        {remove.isError && (
          <Alert tone="danger" title="Failed to delete the account">
            {faultOf(remove.error).message}
          </Alert>
        )}
        <ul className="list-disc space-y-1 pl-5 text-pretty">
          {LOSSES.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <Field label={`Type “${user.email}” to confirm`}>
          {(a) => (
            <Input
              {...a}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
