// Asks before a key is revoked: whatever uses it stops working.
import { faultOf } from '#client/api/faults.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { ApiKey } from '#shared/contract/api-key.ts';
import { useRevokeApiKey } from './queries.ts';

type RevokeKeyProps = { apiKey: ApiKey; onClose: () => void; onRevoked: () => void };

export function RevokeKey({ apiKey: { id, name }, onClose, onRevoked }: RevokeKeyProps) {
  const revoke = useRevokeApiKey();
  const confirm = async () => {
    try {
      await revoke.mutateAsync({ id });
      toast({ title: 'Key revoked', description: `“${name}” opens nothing any more.`, tone: 'success' });
      onRevoked();
    } catch (error) {
      toast({ title: 'Failed to revoke the key', description: faultOf(error).message, tone: 'danger' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span className="wrap-anywhere">Revoke “{name}”?</span>}
      description="Whatever uses this key stops working at once. It cannot be brought back; create a new one instead."
      confirmLabel="Revoke key"
      tone="danger"
      isBusy={revoke.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
