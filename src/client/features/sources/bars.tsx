// Numbers as bars: what became of events, where each bar begins at the end of the one before, and how near a place is to being
// named. The numbers stand beside them.
import { classNames } from '#client/ui/class-names.ts';

export type BarRow = {
  label: string;
  /** Beside the bar. */
  text: string;
  /** Where it begins and how long it is, in shares of the whole line: 0 to 1. */
  from?: number;
  share: number;
  tone: keyof typeof TONES;
};

const TONES = {
  success: 'bg-success',
  accent: 'bg-accent',
  field: 'bg-field',
};

/** However little it is, it is seen. */
const LEAST = 0.01;

export function Bars({ label, rows }: { label: string; rows: readonly BarRow[] }) {
  return (
    <ul aria-label={label} className="grid gap-y-1.5 text-table">
      {rows.map(({ label: name, text, from = 0, share, tone }) => {
        const width = share === 0 ? 0 : Math.max(LEAST, Math.min(1, share));
        return (
          <li
            key={name}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_3.75rem] items-center gap-x-3 sm:grid-cols-[10.5rem_minmax(0,1fr)_4rem]"
          >
            <span className="wrap-anywhere leading-tight">{name}</span>
            <span aria-hidden="true" className="flex h-2.5 overflow-hidden rounded-full bg-ink/6">
              <span
                className={classNames('h-full rounded-full', TONES[tone])}
                style={{ width: `${width * 100}%`, marginLeft: `${Math.min(from, 1 - width) * 100}%` }}
              />
            </span>
            <span className="whitespace-nowrap text-right tabular-nums">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
