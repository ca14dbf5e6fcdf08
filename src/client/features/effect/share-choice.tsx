// The share of visitors that sees no notifications: what it costs, and by when it would have shown something.
import { RadioGroup } from 'radix-ui';
import { longDay } from '#client/format/dates.ts';
import { useNow } from '#client/hooks/use-now.ts';
import { RadioRoot } from '#client/ui/radio-root.tsx';
import type { Effect } from '#shared/contract/effect.ts';
import { DAY } from '#shared/time.ts';
import { advisedShare, SHARES_OFFERED, type Share } from './effect-words.ts';

type ShareChoiceProps = {
  value: Share;
  onChange: (share: Share) => void;
  forecasts: Effect['forecasts'];
};

export function ShareChoice({ value, onChange, forecasts }: ShareChoiceProps) {
  const now = useNow(DAY);
  const advised = advisedShare(forecasts, now);
  return (
    <div className="space-y-3">
      <RadioRoot
        aria-label="Visitors without notifications"
        value={String(value)}
        onValueChange={(next) => onChange(Number(next) as Share)}
        className="grid gap-px overflow-hidden rounded-panel border border-line bg-line"
      >
        {SHARES_OFFERED.map(({ share, name, cost }) => {
          const seenBy = forecasts.find((one) => one.share === share)?.seenBy;
          return (
            <RadioGroup.Item
              key={share}
              value={String(share)}
              className="flex items-center gap-3 bg-raised px-4 py-3 text-left -outline-offset-2 data-[state=checked]:bg-accent-tint"
            >
              <span className="grid size-4 shrink-0 place-items-center rounded-full border border-field">
                <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">
                  {name}
                  {share === advised && ', recommended'}
                </span>
                <span className="block text-pretty text-muted text-table">
                  {cost}
                  {seenBy && `. A change of ±20% would show by ${longDay(seenBy)}`}.
                </span>
              </span>
            </RadioGroup.Item>
          );
        })}
      </RadioRoot>
      {advised === null && (
        <p className="text-pretty text-muted text-table">
          Too few orders to see a change of ±20% within a year. A larger one shows sooner.
        </p>
      )}
    </div>
  );
}
