// The live cost check as a receipt. What stands in it is measured by start/cost-check.ts, which changes the texts of these
// elements before and after React: so each is an element of its own, and none of their texts ever changes here.
import { type ReactNode, useEffect, useRef } from 'react';
import { useInstallation } from '#client/data/installation.ts';
import { Button } from '#client/ui/button.tsx';
import { LogoBadge } from '#client/ui/logo.tsx';
import { COST_NOTES, COST_STATES, startCostCheck } from '../start/cost-check.ts';
import { Section } from './section.tsx';

export function CostCheck() {
  const root = useRef<HTMLDivElement>(null);
  const sizes = useInstallation().data?.widget.script.bytes;
  useEffect(() => {
    if (root.current) startCostCheck(root.current);
  }, []);
  return (
    <Section id="cost" title="It's on this page. Here is the bill.">
      <div
        ref={root}
        id="cost-check"
        data-brotli={sizes?.brotli}
        data-gzip={sizes?.gzip}
        data-raw={sizes?.raw}
        suppressHydrationWarning
        className="-mt-6 grid items-start gap-x-16 gap-y-10 *:min-w-0 md:-mt-8 lg:grid-cols-[5fr_7fr]"
      >
        <div>
          <p className="max-w-[46ch] text-lead text-muted">
            The real widget shows an example in the corner. Your browser measures what it costs.
          </p>
          <div className="mt-7">
            <Button
              variant="secondary"
              size="lg"
              // Where text is larger, it takes two lines on a phone.
              className="max-sm:h-auto max-sm:min-h-10 max-sm:whitespace-normal max-sm:py-1.5"
              data-show-example=""
            >
              Show an example now
            </Button>
          </div>
          <noscript>
            <p className="mt-4 text-muted">Without JavaScript there's nothing to measure: the widget costs nothing.</p>
          </noscript>
        </div>
        <Receipt />
      </div>
    </Section>
  );
}

const Receipt = () => (
  <div className="drop-shadow-[0_10px_20px_rgb(40_30_10/0.1)]">
    <div className="bg-raised px-5 pt-6 pb-5 sm:px-8 sm:pt-8">
      <div className="flex items-center justify-between gap-4 border-ink border-b-2 pb-4">
        <h3 className="font-semibold">What this page's example cost you</h3>
        <LogoBadge size={24} />
      </div>
      <dl className="tabular-nums">
        <Row name="script" label="The script" file="/widget.js" hasBar />
        <Row name="payload" label="The notifications" file="/api/embed/example" />
        <Row name="requests" label="Requests" hasBar />
        <Row name="time" label="Main-thread time" hasBar />
        <Fact label="Other hosts contacted" figure="0" />
        <Fact label="Cookies, visitor IDs" figure="0" />
      </dl>
      <p role="status" className="mt-5 min-h-20 text-muted sm:min-h-15 text-table leading-5">
        <span data-cost="state" suppressHydrationWarning>
          {COST_STATES.waiting}
        </span>
      </p>
    </div>
    {/* The torn edge. */}
    <svg width="100%" height="9" className="block text-raised" aria-hidden="true">
      <defs>
        <pattern id="torn" width="14" height="9" patternUnits="userSpaceOnUse">
          <path d="M0 0h14L7 8z" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="9" fill="url(#torn)" />
    </svg>
  </div>
);

type RowProps = { name: keyof typeof COST_NOTES; label: string; file?: string; hasBar?: boolean };

/** A figure with what is allowed, and the share of it as a bar. */
function Row({ name, label, file, hasBar = false }: RowProps) {
  return (
    <Line
      label={
        <>
          {label} {file && <code className="text-meta text-muted max-sm:block sm:ml-1">{file}</code>}
        </>
      }
    >
      <dd className="ml-auto">
        <span data-cost={name} suppressHydrationWarning className="font-semibold text-[1.0625rem]">
          –
        </span>
      </dd>
      <dd className="flex basis-full items-center gap-4 text-meta text-muted">
        <span data-cost={`${name}-note`} suppressHydrationWarning>
          {COST_NOTES[name]}
        </span>
        {hasBar && (
          <span aria-hidden="true" className="h-[3px] grow bg-ink/10">
            <span data-cost-bar={name} suppressHydrationWarning className="block h-full w-0 bg-accent" />
          </span>
        )}
      </dd>
    </Line>
  );
}

const Fact = ({ label, figure }: { label: string; figure: string }) => (
  <Line label={label}>
    <dd className="ml-auto font-semibold text-[1.0625rem]">{figure}</dd>
  </Line>
);

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-b py-3">
    <dt className="min-w-0 grow basis-32">{label}</dt>
    {children}
  </div>
);
