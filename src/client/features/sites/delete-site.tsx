// The end of a site, confirmed by typing its name: it cannot be taken back.
import { useState } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import { TypedConfirm } from '#client/ui/typed-confirm.tsx';
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
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: site.id });
      // The screen is gone with the site by now: SiteScope went on to the overview.
      toast({ ...TOASTS.siteDeleted, tone: 'success' });
    } catch {
      // Said in the dialog, from the mutation's state.
    }
  };
  return (
    <TypedConfirm
      title={`Delete ${site.name}?`}
      description="This cannot be undone."
      name={site.name}
      isName={(typed) => typed === site.name}
      confirmLabel="Delete site"
      isBusy={remove.isPending}
      fault={
        remove.isError ? { title: TOASTS.siteDeleteFailed.title, message: faultOf(remove.error).message } : undefined
      }
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
