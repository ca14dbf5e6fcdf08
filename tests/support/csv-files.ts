// CSV files for tests, and how owners import them.

import type { Import } from '#shared/contract/import.ts';
import type { Mapping } from '#shared/contract/mapping.ts';
import type { NewSource } from '#shared/contract/source.ts';
import type { TestApp } from './app.ts';
import { type ApiResponse, addSource, type Client, type Shop } from './client.ts';

export const HEADER = 'id,kind,occurredAt,firstName,city,country,email,product,amount,currency';
/** Within the 7 days that a source shows; `START` of the tests is 2026-03-10T12:00:00Z. */
export const ROW = 'o-1,purchase,2026-03-10T09:00:00Z,Ana,Lisbon,PT,ana@shop.example,Oak Desk,249.00,EUR';

/** @returns a file of that many purchases, each of its own. */
export const fileOf = (count: number, prefix = 'o'): string =>
  [HEADER, ...Array.from({ length: count }, (_, i) => ROW.replace('o-1', `${prefix}-${i}`))].join('\n');

export const addCsvSource = (owner: Client, siteId: string, mapping?: Mapping): Promise<NewSource> =>
  addSource(owner, siteId, { kind: 'csv', ...(mapping && { mapping }) });

/** @returns the shop with a file that was imported, of an order that is years old and shows nowhere. */
export async function addImport(owner: Client, shop: Shop): Promise<Shop> {
  const source = await addCsvSource(owner, shop.site.id);
  const { id } = (await importCsv(owner, source, `${HEADER}\n${ROW.replace('2026', '2020')}`)).body.import;
  return { ...shop, imported: { sourceId: source.id, importId: id } };
}

type Imported = ApiResponse<{ import: Import } & Record<string, unknown>>;

export const importCsv = (
  owner: Client,
  { siteId, id }: Pick<NewSource, 'siteId' | 'id'>,
  csv: string,
): Promise<Imported> =>
  owner.call(`POST`, `/api/sites/${siteId}/sources/${id}/import`, csv, { 'content-type': 'text/csv' });

/** @returns a file that goes on when it is told to, sent with an API key, and the answer to it. */
export function sendSlowly(app: TestApp, key: string, { siteId, id }: Pick<NewSource, 'siteId' | 'id'>) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
  });
  const answer = app.fetch(`/api/sites/${siteId}/sources/${id}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body,
    duplex: 'half',
  } as RequestInit);
  const send = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
  return { answer, send, end: () => controller?.close(), cut: () => controller?.error(new Error('reset')) };
}
