// An account's export as its app puts it together: the document, and what came to each source, page by page.
import { expect } from 'vitest';
import type { AccountExport, ExportedRows } from '#shared/contract/account.ts';
import type { Client } from './client.ts';

/** @returns the document, where each site has its events and deliveries. */
export async function wholeExport(client: Client): Promise<AccountExport> {
  const { status, body } = await client.get<AccountExport>('/api/auth/export');
  expect(status).toBe(200);
  const sites: AccountExport['sites'] = [];
  for (const site of body.sites) {
    const lists: Record<string, ExportedRows['rows']> = { events: [], deliveries: [] };
    for (const { id } of site.sources as { id: string }[]) {
      for (const list of Object.keys(lists)) {
        let after: string | null = '';
        while (after !== null) {
          const path: string = `/api/auth/export/${id}/${list}?after=${encodeURIComponent(after)}`;
          const page = await client.get<ExportedRows>(path);
          expect(page.status).toBe(200);
          lists[list]?.push(...page.body.rows);
          after = page.body.next;
        }
      }
    }
    sites.push({ ...site, ...lists });
  }
  return { ...body, sites };
}
