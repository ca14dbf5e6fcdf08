// What figures stand in: the choice of a range, the table that sorts, bars, meanings on demand.
import { useState } from 'react';
import { Bar } from '../ui/bar.tsx';
import { DateRange } from '../ui/date-range.tsx';
import { Explain } from '../ui/explain.tsx';
import { type FigureColumn, FigureTable } from '../ui/figure-table.tsx';
import { NOTICE_TYPES, NoticeTypeGlyph } from '../ui/notice-type.tsx';
import { Segments } from '../ui/segments.tsx';
import { Row, Specimen } from './specimen.tsx';

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

export function FigureSpecimens() {
  const [days, setDays] = useState({ from: '2026-03-01', to: '2026-03-10' });
  const columns: [FigureColumn<(typeof ROWS)[number]>, ...FigureColumn<(typeof ROWS)[number]>[]] = [
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
      cell: ({ displays }) => displays.toLocaleString(),
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
      <Specimen name="Segments, DateRange">
        <Segments
          label="Range"
          segments={RANGES.map((label) => ({ label, href: `?range=${label}`, isCurrent: label === '30 d' }))}
        >
          <DateRange label="Custom" isCurrent={false} {...days} max="2026-03-10" daysMax={366} onApply={setDays} />
        </Segments>
      </Specimen>
      <Specimen name="FigureTable">
        <FigureTable
          label="By page"
          columns={columns}
          rows={ROWS}
          rowKey={({ page }) => page}
          sortedBy="displays"
          plural="pages"
        />
      </Specimen>
      <Specimen name="Bar, Explain">
        <div className="grid max-w-xs gap-4">
          <Bar share={0.6} />
          <Bar share={0.6} hasTrack />
          <Bar share={1.4} tone="danger" hasTrack />
          <p className="flex items-center gap-1 text-meta text-muted">
            Click rate
            <Explain what="Click rate">
              <p>Clicks as a share of displays.</p>
            </Explain>
          </p>
        </div>
      </Specimen>
      <Specimen name="NoticeTypeGlyph">
        <Row>
          {(Object.keys(NOTICE_TYPES) as (keyof typeof NOTICE_TYPES)[]).map((type) => (
            <span key={type} className="inline-flex items-center gap-1.5 text-table">
              <NoticeTypeGlyph type={type} /> {NOTICE_TYPES[type].label}
            </span>
          ))}
        </Row>
      </Specimen>
    </>
  );
}
