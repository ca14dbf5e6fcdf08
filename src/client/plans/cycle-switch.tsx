// Chooses between paying by the month and by the year, and says what the year saves.
import { Badge } from '#client/ui/badge.tsx';
import { Choice } from '#client/ui/choice.tsx';
import { classNames } from '#client/ui/class-names.ts';
import type { Cycle } from '#shared/pricing.ts';

type CycleSwitchProps = {
  cycle: Cycle;
  onChange: (cycle: Cycle) => void;
  /** Whole percent; 0 shows no badge. */
  saving: number;
  className?: string;
};

export const CycleSwitch = ({ cycle, onChange, saving, className }: CycleSwitchProps) => (
  <div className={classNames('flex flex-wrap items-center gap-x-3 gap-y-2', className)}>
    <Choice
      id="billing-cycle"
      aria-label="Billing cycle"
      value={cycle}
      onChange={onChange}
      options={[
        { value: 'monthly', label: 'Monthly' },
        { value: 'annual', label: 'Annual' },
      ]}
    />
    {saving > 0 && <Badge tone={cycle === 'annual' ? 'accent' : 'neutral'}>Save {saving}%</Badge>}
  </div>
);
