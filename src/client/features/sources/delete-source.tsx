// Deletes a source, once the owner has read what goes with it.
import { useDeleteSource } from '#client/data/sources.ts';
import { ConfirmButton } from '#client/ui/confirm-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Source } from '#shared/contract/source.ts';

/** @returns what is to be done at the sender's, as a sentence after others. */
function leftBehind({ hookUrl, connection }: Source): string {
  if (connection) return ' Proofbell removes its webhooks from the shop, too.';
  return hookUrl === null ? '' : " Delete its webhook at the sender's as well, or its deliveries will fail there.";
}

type DeleteSourceProps = {
  source: Source;
  /** Told that it is about to go, or that it doesn't. */
  onDelete: (isGone: boolean) => void;
};

export function DeleteSource({ source, onDelete }: DeleteSourceProps) {
  const { mutateAsync } = useDeleteSource();
  const remove = async () => {
    onDelete(true);
    await mutateAsync({ siteId: source.siteId, sourceId: source.id }).catch((error: unknown) => {
      onDelete(false);
      throw error;
    });
  };
  return (
    <Panel title="Delete this source">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-pretty text-muted">Its events and notifications are deleted, too.</p>
        <ConfirmButton
          variant="danger-outline"
          title={<span className="wrap-anywhere">Delete {source.name}?</span>}
          description={`All its events and their notifications are deleted, too. This can't be undone.${leftBehind(source)}`}
          confirmLabel="Delete source"
          tone="danger"
          run={remove}
          done={{ title: 'Source deleted' }}
          failed={{ title: 'Failed to delete the source' }}
        />
      </div>
    </Panel>
  );
}
