// Deletes a site. The owner confirms by typing its name.
import { useState } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { useDeleteSite } from '#client/data/sites.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import { TypedConfirm } from '#client/ui/typed-confirm.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';

export function DeleteSite({ site }: { site: Site }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Delete this site">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-muted">
          This also deletes its notifications, widget and statistics. Pages that still have the snippet show nothing.
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
      // SiteScope has already redirected to the overview.
      toast({ ...TOASTS.siteDeleted, tone: 'success' });
    } catch {
      // The dialog shows the error from the mutation's state.
    }
  };
  return (
    <TypedConfirm
      title={`Delete ${site.name}?`}
      description="This can't be undone."
      name={site.name}
      isName={(typed) => typed === site.name}
      confirmLabel="Delete site"
      isBusy={remove.isPending}
      failure={
        remove.isError ? { title: TOASTS.siteDeleteFailed.title, message: failureOf(remove.error).message } : undefined
      }
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
