// Everything that is stored of the account, as a file to keep.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { failureOf } from '#client/auth/failures.ts';
import { useExportAccount } from '#client/data/account.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import { toast, toastFailed } from '#client/ui/toast.tsx';
import { exportText } from './export-text.ts';

export function ExportPanel() {
  const { fetchAccount, fetchList } = useExportAccount();
  const download = useMutation({
    async mutationFn() {
      const data = await fetchAccount();
      const parts: Blob[] = [];
      // A browser may keep blobs on the disk: a million events fit into no text.
      for await (const text of exportText(data, fetchList)) parts.push(new Blob([text]));
      const file = new Blob(parts, { type: 'application/json' });
      saveFile(file, `proofbell-${data.exportedAt.slice(0, 10)}.json`);
    },
    onSuccess: () => toast({ title: 'Your data has been downloaded', tone: 'success' }),
    onError(error) {
      // Whoever would rather not say who they are has just closed that question.
      if (failureOf(error).code !== 'canceled') toastFailed({ title: "Couldn't export your data" })(error);
    },
  });
  return (
    <Panel title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-md text-pretty text-muted">
          Your account, sites and statistics in one JSON file, without passwords and API keys.
        </p>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" size={16} />}
          isBusy={download.isPending}
          busyLabel="Exporting..."
          onClick={() => download.mutate()}
        >
          Export my data
        </Button>
      </div>
    </Panel>
  );
}
