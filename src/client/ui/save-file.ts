// Gives the user a file that was made in the browser.
import { MINUTE } from '#shared/time.ts';

/** Downloads `blob` as a file. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser may read the URL later; a minute is enough even for a slow disk.
  setTimeout(() => URL.revokeObjectURL(href), MINUTE);
}

/** Without a byte order mark, Excel reads the file in the machine's legacy code page. */
const BOM = '\uFEFF';

export const csvBlob = (csv: string): Blob =>
  new Blob([csv.startsWith(BOM) ? csv : BOM + csv], { type: 'text/csv;charset=utf-8' });
