// The timing as a visitor meets it: the first minute on a page, drawn and in words.
import { useDeferredValue } from 'react';
import { useSettings } from '#client/settings/scope.tsx';
import { SPREAD } from '#shared/embed/timing.ts';
import { type Span, timelineOf } from './timeline.ts';

const MINUTE = 60;
const TICKS = [0, 15, 30, 45, 60];
/** As many steps as people read; the rest is more of the same. */
const STEPS_MAX = 5;

/** Shorter spans, in seconds, have no room for their label. */
const LABEL_MIN = 6;

const percent = (time: number) => `${(time / MINUTE) * 100}%`;
const seconds = (value: number) => `${Math.round(value * 10) / 10} s`;

const step = ({ kind, from, to }: Span) => `${seconds(to - from)} ${kind}`;

function inWords(spans: readonly Span[]): string {
  const count = spans.filter(({ kind }) => kind === 'shown').length;
  const total =
    count === 0
      ? 'No notification in the first minute'
      : `${count === 1 ? 'One notification' : `${count} notifications`} in the first minute`;
  const steps = spans.slice(0, STEPS_MAX).map(step).join(', ');
  return `${total}: ${steps}${spans.length > STEPS_MAX ? ' …' : '.'}`;
}

export function FirstMinute() {
  const { behavior } = useSettings();
  const spans = timelineOf(useDeferredValue(behavior), MINUTE);
  return (
    <figure className="grid gap-2 py-4">
      <div aria-hidden="true">
        <div className="relative h-7 border-field border-b">
          {spans
            .filter(({ kind }) => kind === 'shown')
            .map((span) => (
              <span
                key={span.from}
                className="absolute bottom-0 flex h-5 items-center justify-center overflow-hidden whitespace-nowrap rounded-t-control bg-accent font-medium text-accent-ink text-meta"
                style={{ left: percent(span.from), width: percent(Math.min(span.to, MINUTE) - span.from) }}
              >
                {Math.min(span.to, MINUTE) - span.from >= LABEL_MIN && seconds(span.to - span.from)}
              </span>
            ))}
        </div>
        <div className="relative h-4 text-meta text-muted tabular-nums">
          {TICKS.map((tick) => (
            <span
              key={tick}
              className={`absolute whitespace-nowrap ${tick === 0 ? '' : tick === MINUTE ? '-translate-x-full' : '-translate-x-1/2'}`}
              style={{ left: percent(tick) }}
            >
              {tick} s
            </span>
          ))}
        </div>
      </div>
      <figcaption className="text-pretty text-meta text-muted">
        {inWords(spans)}
        {behavior.timing.randomizeTiming && ` All but the first wait vary by up to ${SPREAD * 100}%.`}
      </figcaption>
    </figure>
  );
}
