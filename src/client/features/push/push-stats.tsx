// The made-up statistics, with the specification's fixed numbers.

const CELLS = { 'Total Subscribers': '124', 'Delivery Rate': '97%', 'Open Rate': '42%' };

const WEEK = { Mon: 10, Tue: 25, Wed: 15, Thu: 30, Fri: 22, Sat: 18, Sun: 35 };
/** The chart's highest value. */
const SCALE = 40;
const GRID = [0, 10, 20, 30, 40];

const heightOf = (value: number) => `${(value / SCALE) * 100}%`;

export function PushStats() {
  return (
    <div className="max-w-3xl space-y-8">
      <dl className="grid grid-cols-3 border-line border-y">
        {Object.entries(CELLS).map(([label, value]) => (
          <div
            key={label}
            className="min-w-0 border-line py-5 pr-2 not-first:pl-3 not-last:border-r sm:pr-4 sm:not-first:pl-6"
          >
            <dt className="text-meta text-muted">{label}</dt>
            <dd className="mt-1 font-display text-title tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <WeekChart />
    </div>
  );
}

/** Bars of text and boxes: each day is read as 'Mon 10'. */
function WeekChart() {
  return (
    <figure className="rounded-panel border border-line bg-surface px-4 py-5 md:px-6">
      <figcaption>
        <h2 className="font-display text-heading">Weekly activity</h2>
        <p className="mt-0.5 text-muted">Monday to Sunday</p>
      </figcaption>
      <div className="relative mt-6 ml-7">
        <div aria-hidden="true" className="absolute inset-x-0 top-0 h-52">
          {GRID.map((value) => (
            <div
              key={value}
              style={{ bottom: heightOf(value) }}
              className={`absolute inset-x-0 border-t ${value === 0 ? 'border-field' : 'border-line'}`}
            >
              <span className="-left-7 -translate-y-1/2 absolute top-0 w-5 text-right text-meta text-muted tabular-nums">
                {value}
              </span>
            </div>
          ))}
        </div>
        <ol aria-label="Weekly activity" className="relative grid grid-cols-7 gap-1.5 sm:gap-4">
          {Object.entries(WEEK).map(([day, value]) => (
            <li key={day} className="flex flex-col-reverse">
              <span className="pt-2 text-center text-meta text-muted">{day} </span>
              <span className="flex h-52 flex-col justify-end">
                <span className="pb-1 text-center font-medium text-meta tabular-nums">{value}</span>
                <span
                  aria-hidden="true"
                  data-bar={value}
                  style={{ height: heightOf(value) }}
                  className="mx-auto w-full max-w-12 shrink-0 rounded-t-control bg-accent"
                />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}
