// The widget beside the one plugin that was measured, as bars on one scale. It is a table, so that it reads without them.
import { COMPARED, type Compared } from './compared.ts';
import { Section } from './section.tsx';

const { theirs, ours } = COMPARED;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const MEASURES: readonly { title: string; key: keyof Compared; say: (value: number) => string }[] = [
  { title: 'Downloaded', key: 'bytes', say: kilobytes },
  { title: 'Requests', key: 'requests', say: String },
  { title: 'Third-party hosts', key: 'hosts', say: String },
];

export function Comparison() {
  return (
    <Section
      id="weight"
      title="On the same scale"
      lead="What a page downloads until the first notification can show."
      isDark
    >
      <div className="grid gap-14 lg:grid-cols-[7fr_3fr] lg:gap-20">
        <div className="grid gap-12">
          {MEASURES.map(({ title, key, say }) => (
            <table key={title} className="w-full table-fixed border-collapse text-left">
              <caption className="mb-4 border-line border-b pb-3 text-left font-semibold">{title}</caption>
              <tbody>
                <Entry name="NotificationX 3.2.8" value={theirs[key]} of={theirs[key]} text={say(theirs[key])} />
                <Entry name="Proofbell" value={ours[key]} of={theirs[key]} text={say(ours[key])} isOurs />
              </tbody>
            </table>
          ))}
        </div>
        <div>
          <p className="font-display font-semibold text-[clamp(4rem,3rem+5vw,7.5rem)] text-proof leading-none tracking-[-0.05em]">
            {Math.floor(theirs.bytes / ours.bytes)}×
          </p>
          <p className="mt-3 max-w-[30ch] text-[0.9375rem] text-muted leading-relaxed">
            as much to download with NotificationX
          </p>
        </div>
      </div>
      <p className="mt-14 max-w-[92ch] border-line border-t pt-5 text-muted text-table leading-relaxed">
        Measured side by side on November 21, 2026, with gzip. Ours are the script,{' '}
        {ours.script.toLocaleString('en-US')} bytes, and twenty orders, {ours.payload.toLocaleString('en-US')} bytes, as
        in docs/benchmarks.md.
      </p>
    </Section>
  );
}

type EntryProps = { name: string; value: number; of: number; text: string; isOurs?: boolean };

/** On a phone the bar is below its name and figure. */
function Entry({ name, value, of, text, isOurs = false }: EntryProps) {
  return (
    <tr className="flex flex-wrap items-baseline gap-x-6 py-1.5 sm:table-row">
      <th scope="row" className="grow py-1.5 font-normal sm:w-44 text-muted sm:py-2">
        {name}
      </th>
      <td className="order-last basis-full sm:py-2">
        <svg
          viewBox="0 0 1000 10"
          width="1000"
          height="20"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-5 w-full border-field border-l align-middle"
        >
          <rect width={(value / of) * 1000} height="10" className={isOurs ? 'fill-accent' : 'fill-field'} />
        </svg>
      </td>
      <td className="ml-auto whitespace-nowrap py-1.5 text-right font-semibold text-[1.0625rem] tabular-nums sm:w-28 sm:py-2">
        {text}
      </td>
    </tr>
  );
}
