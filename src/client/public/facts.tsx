// What the widget costs and promises, as a ruled list. The byte counts are those this server actually sends.

import { useInstallation } from '#client/data/installation.ts';
import { count } from '#client/format/numbers.ts';
import { WIDGET_BUDGET } from '#shared/embed/protocol.ts';

type Fact = { value: string; unit?: string; title: string; text: string };

export function Facts() {
  const brotli = useInstallation().data?.widget.bytes.brotli;
  const facts: Fact[] = [
    {
      value: brotli === undefined ? '\u2007' : count(brotli),
      unit: 'bytes',
      title: 'The whole widget',
      text: 'Compressed, exactly as this server sends it.',
    },
    {
      value: String(WIDGET_BUDGET.requests),
      unit: 'requests',
      title: 'Until the first notification',
      text: `One for the script, one for the notifications, and at most ${WIDGET_BUDGET.time} ms of the page's time. No other server is contacted, except for images you add.`,
    },
    {
      value: '0',
      unit: 'cookies',
      title: 'No tracking',
      text: 'No visitor IDs, no stored addresses. What a visitor closes is remembered only in their own browser.',
    },
    {
      value: '1',
      unit: 'second',
      title: 'Before a display counts',
      text: "At least half of the notification must be in view that long. We never count a display that didn't happen.",
    },
  ];
  return (
    <section id="features" aria-label="Features" className="scroll-mt-16 border-line border-t">
      <ul className="mx-auto grid max-w-6xl sm:grid-cols-2 lg:grid-cols-4">
        {facts.map((fact) => (
          <li
            key={fact.title}
            className="border-line px-4 py-8 not-last:border-b sm:[&:nth-child(n+3)]:border-b-0 sm:odd:border-r md:px-8 lg:not-last:border-b-0 lg:py-12 lg:not-last:border-r"
          >
            <p className="font-display font-semibold text-4xl tabular-nums tracking-tight">
              {fact.value} <span className="font-medium text-base text-muted tracking-normal">{fact.unit}</span>
            </p>
            <h2 className="mt-4 font-semibold text-sm">{fact.title}</h2>
            <p className="mt-1 text-table text-muted leading-relaxed">{fact.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
