// A table with a lead column, rising counts and a switch in the corner.

import { useState } from 'react';
import { count } from '../format/numbers.ts';
import { Delta } from '../ui/delta.tsx';
import { Switch } from '../ui/switch.tsx';
import { Table, type TableColumns } from '../ui/table.tsx';

const ENTRIES = [
  { message: 'Ana from Lisbon bought the Oak Desk', type: 'Purchase', delta: 212, displays: 4812 },
  {
    message: 'Jonas from Graz rated the Linen Lamp five stars, and wrote that it is the best lamp he ever had',
    type: 'Review',
    delta: 96,
    displays: 3377,
  },
  { message: 'Our notifications were shown 240 times today', type: 'Visitors', delta: 0, displays: 618 },
];

export function TableStory() {
  const [active, setActive] = useState(ENTRIES.slice(0, 2).map(({ message }) => message));
  const columns: TableColumns<(typeof ENTRIES)[number]> = [
    {
      key: 'message',
      header: 'Message',
      cell: ({ message, delta }) => (
        <>
          <span className="block font-medium">{message}</span>
          <span className="mt-0.5 block text-meta text-muted">
            <Delta count={delta} />
          </span>
        </>
      ),
    },
    { key: 'type', header: 'Type', cell: ({ type }) => <span className="text-muted">{type}</span> },
    { key: 'displays', header: 'Displays', align: 'end', cell: ({ displays }) => count(displays) },
    {
      key: 'status',
      header: 'Status',
      align: 'end',
      place: 'corner',
      cell: ({ message }) => (
        <Switch
          label={`Active: ${message}`}
          checked={active.includes(message)}
          onCheckedChange={(isOn) =>
            setActive(isOn ? [...active, message] : active.filter((other) => other !== message))
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
      rowKey={({ message }) => message}
      isMuted={({ message }) => !active.includes(message)}
    />
  );
}
