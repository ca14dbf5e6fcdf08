// Fetches a table as CSV and hands it to the browser as a file.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { Button } from '#client/ui/button.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { StatsFile } from '#shared/contract/stats.ts';
import { csvBlob, saveFile } from './csv-file.ts';

type CsvButtonProps = {
  /** Which table, for screen readers: 'by page'. */
  of: string;
  fetchFile: () => Promise<StatsFile>;
};

export function CsvButton({ of, fetchFile }: CsvButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      const { csv, fileName } = await fetchFile();
      saveFile(csvBlob(csv), fileName);
    } catch (error) {
      toast({ title: 'The table could not be downloaded', description: faultOf(error).message, tone: 'danger' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download aria-hidden="true" size={15} />}
      isBusy={isBusy}
      onClick={download}
      aria-label={`CSV ${of}`}
    >
      CSV
    </Button>
  );
}
