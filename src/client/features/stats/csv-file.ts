// A downloaded table: its bytes, and the way into the owner's downloads.

/** Excel takes a file without this mark for one in the machine's old code page. */
const BOM = '\uFEFF';

export const csvBlob = (csv: string): Blob =>
  new Blob([csv.startsWith(BOM) ? csv : BOM + csv], { type: 'text/csv;charset=utf-8' });

/** Hands the file to the browser, which puts it where the owner keeps downloads. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser reads the address after this turn; a minute is long enough for a slow disk.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
