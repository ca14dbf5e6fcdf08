// Components for statistics: range choice, ranked table, bars, info popovers.

import { useState } from 'react';
import { count } from '../format/numbers.ts';
import { Bar } from '../ui/bar.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { InfoPopover } from '../ui/info-popover.tsx';
import { NOTIFICATION_TYPE_LOOKS, NotificationTypeGlyph } from '../ui/notification-type.tsx';
import { RankedTable } from '../ui/ranked-table.tsx';
import { Segments } from '../ui/segments.tsx';
import type { TableColumn } from '../ui/table.tsx';
import { Row, Story } from './story.tsx';

const RANGES = ['24 h', '7 d', '30 d', '90 d'];
const PAGES = [
  '/',
  '/desks',
  '/desks/oak-desk',
  '/lamps/linen-lamp',
  '/a-path-that-is-as-long-as-some-shops-make-them',
];
const ROWS = Array.from({ length: 14 }, (_, at) => ({
  page: PAGES[at] ?? `/page-${at}`,
  displays: Math.round(4_000 / (at + 1)),
  clicks: at === 3 ? null : 14 - at,
}));

export function StatStories() {
  const [days, setDays] = useState({ from: '2026-03-01', to: '2026-03-10' });
  const columns: [TableColumn<(typeof ROWS)[number]>, ...TableColumn<(typeof ROWS)[number]>[]] = [
    {
      key: 'page',
      header: 'Page',
      sortBy: ({ page }) => page,
      total: 'Total',
      cell: ({ page, displays }) => (
        <>
          <span className="wrap-anywhere font-medium text-body">{page}</span>
          <Bar share={displays / 4_000} className="mt-2" />
        </>
      ),
    },
    {
      key: 'displays',
      header: 'Displays',
      sortBy: ({ displays }) => displays,
      total: '13,006',
      cell: ({ displays }) => count(displays),
    },
    {
      key: 'clicks',
      header: 'Clicks',
      sortBy: ({ clicks }) => clicks,
      total: '94',
      cell: ({ clicks }) => clicks ?? '–',
    },
  ];
  return (
    <>
      <Story name="Segments, DateRange">
        <Segments
          label="Range"
          segments={RANGES.map((label) => ({ label, href: `?range=${label}`, isCurrent: label === '30 d' }))}
        >
          <DateRange label="Custom" isCurrent={false} {...days} max="2026-03-10" daysMax={366} onApply={setDays} />
        </Segments>
      </Story>
      <Story name="RankedTable">
        <RankedTable
          label="By page"
          columns={columns}
          rows={ROWS}
          rowKey={({ page }) => page}
          sortedBy="displays"
          plural="pages"
        />
      </Story>
      <Story name="Bar, InfoPopover">
        <div className="grid max-w-xs gap-4">
          <Bar share={0.6} />
          <Bar share={0.6} hasTrack />
          <Bar share={1.4} tone="danger" hasTrack />
          <p className="flex items-center gap-1 text-meta text-muted">
            Click rate
            <InfoPopover what="Click rate">
              <p>Clicks as a share of displays.</p>
            </InfoPopover>
          </p>
        </div>
      </Story>
      <Story name="NotificationTypeGlyph">
        <Row>
          {(Object.keys(NOTIFICATION_TYPE_LOOKS) as (keyof typeof NOTIFICATION_TYPE_LOOKS)[]).map((type) => (
            <span key={type} className="inline-flex items-center gap-1.5 text-table">
              <NotificationTypeGlyph type={type} /> {NOTIFICATION_TYPE_LOOKS[type].label}
            </span>
          ))}
        </Row>
      </Story>
    </>
  );
}
