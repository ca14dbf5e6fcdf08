// Selects the range: four presets, or any first and last day. Each choice is a link.

import { useNavigate } from 'react-router';
import type { ChosenRange } from '#client/data/stats.ts';
import { todayIn } from '#client/format/dates.ts';
import { DateRange } from '#client/ui/date-range.tsx';
import { Segments } from '#client/ui/segments.tsx';
import { STATS_DAYS_MAX } from '#shared/limits.ts';
import { type Days, PRESETS, type Preset, presetLabels } from './range.ts';

type RangeControlProps = {
  chosen: ChosenRange;
  /** @returns the screen's address with another range. */
  hrefOf: (chosen: ChosenRange) => string;
  presets?: readonly Preset[];
  timezone: string;
  /** Initial values for a custom range: the days on screen. */
  shown: Days | undefined;
};

export function RangeControl({ chosen, hrefOf, presets = PRESETS, timezone, shown }: RangeControlProps) {
  const navigate = useNavigate();
  const today = todayIn(timezone, Date.now());
  // A report over all sites ends on the latest date of any site, which may be tomorrow here.
  const last = shown && shown.to > today ? shown.to : today;
  const days = chosen.range === 'custom' ? chosen : (shown ?? { from: today, to: today });
  return (
    <Segments
      label="Range"
      segments={presets.map((range) => ({
        label: presetLabels(range).short,
        name: presetLabels(range).full,
        href: hrefOf({ range }),
        isCurrent: chosen.range === range,
      }))}
    >
      <DateRange
        label="Custom"
        isCurrent={chosen.range === 'custom'}
        {...days}
        max={last}
        daysMax={STATS_DAYS_MAX}
        onApply={({ from, to }) => navigate(hrefOf({ range: 'custom', from, to }), { preventScrollReset: true })}
      />
    </Segments>
  );
}
