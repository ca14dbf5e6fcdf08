// The table of the notifications screen: lead column, rising counts, a switch in the corner, a total.

import { useState } from 'react';
import { count } from '../format/numbers.ts';
import { Delta } from '../ui/delta.tsx';
import { Switch } from '../ui/switch.tsx';
import { Table, type TableColumns } from '../ui/table.tsx';

type Entry = {
  id: string;
  message: string;
  type: string;
  source: string;
  delta: number;
  displays: number;
  clicks: number;
};

const ENTRIES: Entry[] = [
  {
    id: '1',
    message: 'Ana from Lisbon bought the Oak Desk',
    type: 'Purchase',
    source: 'Order webhook · 2 hours ago',
    delta: 212,
    displays: 4812,
    clicks: 301,
  },
  {
    id: '2',
    message: 'Jonas from Graz rated the Linen Lamp five stars, and wrote that it is the best lamp he ever had',
    type: 'Review',
    source: 'Store API · yesterday',
    delta: 96,
    displays: 3377,
    clicks: 212,
  },
  {
    id: '3',
    message: 'Shown 240 times today',
    type: 'Visitors',
    source: 'Manual · off since May 3',
    delta: 0,
    displays: 618,
    clicks: 21,
  },
];

export function TableStory() {
  const [active, setActive] = useState(['1', '2']);
  const columns: TableColumns<Entry> = [
    {
      key: 'message',
      header: 'Message',
      total: 'Total',
      cell: (entry) => (
        <>
          <span className="block font-medium">{entry.message}</span>
          <span className="mt-0.5 block text-meta text-muted">
            <Delta count={entry.delta} /> {entry.delta > 0 && '· '}
            {entry.source}
          </span>
        </>
      ),
    },
    { key: 'type', header: 'Type', cell: (entry) => <span className="text-muted">{entry.type}</span> },
    { key: 'displays', header: 'Displays', align: 'end', total: '8,807', cell: (e) => count(e.displays) },
    { key: 'clicks', header: 'Clicks', align: 'end', total: '534', cell: (e) => count(e.clicks) },
    {
      key: 'status',
      header: 'Status',
      align: 'end',
      place: 'corner',
      cell: (entry) => (
        <Switch
          label={`Active: ${entry.message}`}
          checked={active.includes(entry.id)}
          onCheckedChange={(isOn) =>
            setActive(isOn ? [...active, entry.id] : active.filter((other) => other !== entry.id))
          }
        />
      ),
    },
  ];
  return (
    <Table
      label="Notifications"
      columns={columns}
      rows={ENTRIES}
      rowKey={(entry) => entry.id}
      isMuted={(entry) => !active.includes(entry.id)}
    />
  );
}
