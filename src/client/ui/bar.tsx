// A thin bar that shows a share beside its number. Decorative: screen readers read the number.
import { classNames } from './class-names.ts';

type BarProps = {
  /** 0 to 1; larger values are drawn full. */
  share: number;
  tone?: 'accent' | 'danger' | undefined;
  /** Also draws the remainder up to 1, for shares of a whole. */
  hasTrack?: boolean | undefined;
  className?: string | undefined;
};

const TONES = { accent: 'bg-accent', danger: 'bg-danger' };

export function Bar({ share, tone = 'accent', hasTrack = false, className }: BarProps) {
  const width = Math.min(1, Math.max(0, share)) * 100;
  return (
    <span
      aria-hidden="true"
      className={classNames('block h-[3px] overflow-hidden rounded-full', hasTrack && 'bg-ink/8', className)}
    >
      <span className={classNames('block h-full rounded-full', TONES[tone])} style={{ width: `${width}%` }} />
    </span>
  );
}
