import { expect, it } from 'vitest';
import type { ExportedListInput, ExportedListPage } from '#shared/contract/account.ts';
import { exportText } from './export-text.ts';

const ACCOUNT = {
  exportedAt: '2026-03-10T12:00:00.000Z',
  account: { _id: 'u-1', email: 'ana@shop.example' },
  ...{ sessions: [], apiKeys: [], subscriptions: [], registrations: [] },
};
const EMPTY = {
  ...{ notifications: [], reports: [], sources: [], imports: [] },
  ...{ notificationDays: [], deviceDays: [], pageDays: [], costDays: [], events: [], deliveries: [] },
  ...{ epochs: [], experimentDays: [] },
};

/** Pages of some lists; all others are empty. */
const PAGES: Record<string, ExportedListPage> = {
  'u-1 templates ': { rows: [{ name: 'Sale' }], next: null },
  's-1 notifications ': { rows: [{ id: 'n-1' }], next: 'n-1' },
  's-1 notifications n-1': { rows: [{ id: 'n-2' }], next: null },
  's-1 sources ': { rows: [{ id: 'q-1' }], next: 'q-1' },
  's-1 sources q-1': { rows: [{ id: 'q-2' }], next: null },
  'q-1 events ': { rows: [{ id: '1' }, { id: '2' }], next: '2' },
  'q-1 events 2': { rows: [{ id: '3', text: '"}],\n' }], next: '3' },
  'q-1 events 3': { rows: [], next: null },
  'q-2 events ': { rows: [{ id: '4' }], next: null },
  'q-1 deliveries ': { rows: [{ at: 'x' }], next: null },
};

async function write(sites: Record<string, unknown>[]): Promise<unknown> {
  const asked: string[] = [];
  const fetchList = async ({ id, list, after = '' }: ExportedListInput): Promise<ExportedListPage> => {
    asked.push(`${id} ${list} ${after}`);
    return PAGES[asked.at(-1) ?? ''] ?? { rows: [], next: null };
  };
  let text = '';
  for await (const part of exportText({ ...ACCOUNT, sites }, fetchList)) text += part;
  expect(new Set(asked).size).toBe(asked.length);
  return JSON.parse(text);
}

it('is one document with the rows of all pages of all lists', async () => {
  const sites = [
    { id: 's-1', name: 'Shop' },
    { id: 's-2', name: 'Another' },
  ];
  expect(await write(sites)).toEqual({
    ...ACCOUNT,
    templates: [{ name: 'Sale' }],
    images: [],
    sites: [
      {
        ...sites[0],
        ...EMPTY,
        notifications: [{ id: 'n-1' }, { id: 'n-2' }],
        sources: [{ id: 'q-1' }, { id: 'q-2' }],
        events: [{ id: '1' }, { id: '2' }, { id: '3', text: '"}],\n' }, { id: '4' }],
        deliveries: [{ at: 'x' }],
      },
      { ...sites[1], ...EMPTY },
    ],
  });
});

it('is one document without any site', async () => {
  expect(await write([])).toEqual({ ...ACCOUNT, templates: [{ name: 'Sale' }], images: [], sites: [] });
});
