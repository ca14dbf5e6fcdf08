// Downloads a table as CSV.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { csvBlob, saveFile } from '#client/ui/save-file.ts';
import { toastFailed } from '#client/ui/toast.tsx';
import type { StatsFile } from '#shared/contract/stats.ts';

type CsvButtonProps = {
  /** Which table, for screen readers: 'by page'. */
  of: string;
  fetchFile: () => Promise<StatsFile>;
};

export function CsvButton({ of, fetchFile }: CsvButtonProps) {
  const download = useMutation({
    async mutationFn() {
      const { csv, fileName } = await fetchFile();
      saveFile(csvBlob(csv), fileName);
    },
    onError: toastFailed({ title: "Couldn't download the table" }),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download aria-hidden="true" size={15} />}
      isBusy={download.isPending}
      onClick={() => download.mutate()}
      aria-label={`CSV ${of}`}
    >
      CSV
    </Button>
  );
}
