// An account's export as its app puts it together: the document, and its lists, page by page.
import { expect } from 'vitest';
import { exportText } from '#client/features/account/export-text.ts';
import type { AccountExport, ExportedListPage } from '#shared/contract/account.ts';
import type { Client } from './client.ts';

type Entry = Record<string, unknown>;
export type WholeExport = AccountExport & { templates: Entry[]; images: Entry[] };

/** @returns the file that the app saves, parsed. */
export async function wholeExport(client: Client): Promise<WholeExport> {
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await client.get<T>(`/api/auth/export${path}`);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  let text = '';
  const pages = exportText(await read<AccountExport>(''), ({ id, list, after }) =>
    read<ExportedListPage>(`/${id}/${list}${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`),
  );
  for await (const part of pages) text += part;
  return JSON.parse(text) as WholeExport;
}
