// What the widget costs and keeps to, as a ruled list. The bytes are those of the file this server serves.
import { useInstallation } from './queries.ts';

type Fact = { figure: string; unit?: string; title: string; text: string };

const bytes = new Intl.NumberFormat('en');

export function Facts() {
  const brotli = useInstallation().data?.widget.bytes.brotli;
  const facts: Fact[] = [
    {
      figure: brotli === undefined ? '\u2007' : bytes.format(brotli),
      unit: 'bytes',
      title: 'The whole widget',
      text: 'Compressed, as this server sends it. The build fails when it grows past 6,000.',
    },
    {
      figure: '2',
      unit: 'requests',
      title: 'Until the first notice',
      text: 'One for the script, one for what it shows. No other host is asked but for pictures you chose.',
    },
    {
      figure: '0',
      unit: 'cookies',
      title: 'Nobody is followed',
      text: 'No visitor id, no address kept. What was closed is remembered in the visitor’s own browser.',
    },
    {
      figure: '1',
      unit: 'second',
      title: 'Before a display counts',
      text: 'Half of the notice must have been in view that long. Figures that were not earned are not shown.',
    },
  ];
  return (
    <section id="features" aria-label="Features" className="scroll-mt-16 border-line border-t">
      <ul className="mx-auto grid max-w-6xl sm:grid-cols-2 lg:grid-cols-4">
        {facts.map((fact) => (
          <li
            key={fact.title}
            className="border-line px-4 py-8 not-last:border-b sm:[&:nth-child(n+3)]:border-b-0 sm:odd:border-r md:px-8 lg:border-b-0 lg:py-12 lg:not-last:border-r"
          >
            <p className="font-display font-semibold text-4xl tabular-nums tracking-tight">
              {fact.figure} <span className="font-medium text-base text-muted tracking-normal">{fact.unit}</span>
            </p>
            <h2 className="mt-4 font-semibold text-sm">{fact.title}</h2>
            <p className="mt-1 text-table text-muted leading-relaxed">{fact.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
