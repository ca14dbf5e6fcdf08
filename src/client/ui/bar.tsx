// A thin bar that shows a share beside a figure. The figure says it in words: the bar itself is silent.
import { classNames } from './class-names.ts';

type BarProps = {
  /** 0 to 1; what is beyond is drawn full. */
  share: number;
  tone?: 'accent' | 'danger' | undefined;
  /** Draws what is left up to 1, where there is a whole to fill. */
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
