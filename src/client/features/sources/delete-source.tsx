// Deletes a source, once the owner has read what goes with it.
import { useState } from 'react';
import { failureToast } from '#client/auth/failures.ts';
import { useDeleteSource } from '#client/data/sources.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Source } from '#shared/contract/source.ts';

type DeleteSourceProps = {
  source: Source;
  /** Told that it is about to go, or that it doesn't. */
  onDelete: (isGone: boolean) => void;
};

export function DeleteSource({ source, onDelete }: DeleteSourceProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync, isPending } = useDeleteSource();
  const remove = async () => {
    onDelete(true);
    try {
      await mutateAsync({ siteId: source.siteId, sourceId: source.id });
      toast({ title: 'Source deleted', tone: 'success' });
    } catch (error) {
      onDelete(false);
      setIsAsking(false);
      toast(failureToast(error, { title: 'Failed to delete the source' }));
    }
  };
  return (
    <Panel title="Delete this source">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-pretty text-muted">
          Its events and their notifications go with it
          {source.hookUrl !== null && ', and its deliveries are refused from then on'}.
        </p>
        <Button variant="danger-outline" onClick={() => setIsAsking(true)}>
          Delete source
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAsking}
          title={<span className="wrap-anywhere">Delete {source.name}?</span>}
          description={`All events that came from it and all notifications made of them are deleted, too. This can't be undone.${source.hookUrl === null ? '' : " Delete its webhook at the sender's as well, or its deliveries will fail there."}`}
          confirmLabel="Delete source"
          tone="danger"
          isBusy={isPending}
          onConfirm={() => void remove()}
        />
      )}
    </Panel>
  );
}
