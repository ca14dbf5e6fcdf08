import { expect, it } from 'vitest';
import type { ExportedRows, ExportedRowsInput } from '#shared/contract/account.ts';
import { exportText } from './export-text.ts';

const ACCOUNT = {
  exportedAt: '2026-03-10T12:00:00.000Z',
  account: { email: 'ana@shop.example' },
  ...{ sessions: [], apiKeys: [], templates: [], subscriptions: [], registrations: [] },
};

/** Three pages of one source, and nothing of the others. */
const PAGES: Record<string, ExportedRows> = {
  'q-1 events ': { rows: [{ id: '1' }, { id: '2' }], next: '2' },
  'q-1 events 2': { rows: [{ id: '3', text: '"}],\n' }], next: '3' },
  'q-1 events 3': { rows: [], next: null },
  'q-1 deliveries ': { rows: [{ at: 'x' }], next: null },
};

async function write(sites: Record<string, unknown>[]): Promise<unknown> {
  const asked: string[] = [];
  const fetchRows = async ({ sourceId, list, after = '' }: ExportedRowsInput): Promise<ExportedRows> => {
    asked.push(`${sourceId} ${list} ${after}`);
    return PAGES[asked.at(-1) ?? ''] ?? { rows: [], next: null };
  };
  let text = '';
  for await (const part of exportText({ ...ACCOUNT, sites }, fetchRows)) text += part;
  expect(new Set(asked).size).toBe(asked.length);
  return JSON.parse(text);
}

it('is one document with the rows of all pages of all sources', async () => {
  const sites = [
    { name: 'Shop', sources: [{ id: 'q-1' }, { id: 'q-2' }] },
    { name: 'Another', sources: [] },
  ];
  expect(await write(sites)).toEqual({
    ...ACCOUNT,
    sites: [
      { ...sites[0], events: [{ id: '1' }, { id: '2' }, { id: '3', text: '"}],\n' }], deliveries: [{ at: 'x' }] },
      { ...sites[1], events: [], deliveries: [] },
    ],
  });
});

it('is one document without any site', async () => {
  expect(await write([])).toEqual({ ...ACCOUNT, sites: [] });
});
