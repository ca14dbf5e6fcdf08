// The end of a site, confirmed by typing its name: it cannot be taken back.
import { useState } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';
import { useDeleteSite } from './queries.ts';

export function DeleteSite({ site }: { site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Delete this site">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-muted">
          Its notifications, its widget and its figures go with it. Pages that still carry the snippet stay silent.
        </p>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          Delete site
        </Button>
      </div>
      {isOpen && <DeleteSiteDialog site={site} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function DeleteSiteDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const remove = useDeleteSite();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim() === site.name;
  const confirm = async () => {
    if (!isConfirmed) return;
    try {
      await remove.mutateAsync({ id: site.id });
      // The screen is gone with the site by now: SiteScope went on to the overview.
      toast({ ...TOASTS.siteDeleted, tone: 'success' });
    } catch {
      // Said in the dialog, from the mutation's state.
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !remove.isPending && onClose()}
      title={`Delete ${site.name}?`}
      description="This cannot be undone."
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            type="submit"
            form="delete-site"
            disabled={!isConfirmed}
            isBusy={remove.isPending}
            busyLabel="Deleting..."
          >
            Delete site
          </Button>
        </>
      }
    >
      <form
        id="delete-site"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
        className="space-y-4"
      >
        {remove.isError && (
          <Alert tone="danger" title={TOASTS.siteDeleteFailed.title}>
            {faultOf(remove.error).message}
          </Alert>
        )}
        <Field label={`Type “${site.name}” to confirm`}>
          {(a) => (
            <Input
              {...a}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoFocus
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
