// A source's deliveries as dots, one for each of the last 30 days: the more, the larger.
import { useSourceActivity } from '#client/data/sources.ts';
import { dayIn } from '#client/format/dates.ts';
import { count } from '#client/format/numbers.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Source } from '#shared/contract/source.ts';
import { daysText, dayText } from './delivery-words.ts';

/** Shares of a dot's place: the smallest dot, and what the largest has more. */
const SMALLEST = 0.35;
const GROWTH = 0.65;

const nameOf = (date: string) => dayIn('UTC', date);

export function DeliveryDays({ source }: { source: Source }) {
  const { data } = useSourceActivity(source);
  if (!data) return <Skeleton className="h-14 w-full" />;
  const { days } = data;
  const most = Math.max(...days.map(({ deliveries }) => deliveries));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || most === 0) return null;
  return (
    <figure>
      <div
        role="img"
        aria-label={daysText(days, nameOf)}
        className="grid h-6 grid-cols-[repeat(30,minmax(0,1fr))] items-center justify-items-center"
      >
        {days.map((day) => (
          <span key={day.date} title={dayText(day, nameOf)} className="grid h-full w-full max-w-5 place-items-center">
            <span
              className={classNames(
                'block aspect-square rounded-full',
                day.deliveries === 0
                  ? 'bg-line'
                  : day.refused > 0
                    ? 'border-2 border-danger bg-danger-tint'
                    : 'bg-success',
              )}
              style={{
                width: day.deliveries === 0 ? 3 : `${(SMALLEST + GROWTH * Math.sqrt(day.deliveries / most)) * 100}%`,
              }}
            />
          </span>
        ))}
      </div>
      <figcaption className="mt-1.5 flex justify-between gap-4 text-meta text-muted">
        <span>{nameOf(first.date)}</span>
        <span>Largest dot: {count(most)} a day</span>
        <span>{nameOf(last.date)}</span>
      </figcaption>
    </figure>
  );
}
