// The pictures of the features: parts of the app redrawn small and calm, in the page's own colors. They say nothing that
// the text beside them doesn't, so screen readers skip them. Figures in them are examples, and say so.
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';

const Frame = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div aria-hidden="true" className={`w-full select-none ${className}`}>
    {children}
  </div>
);

/** What an owner can change in a sentence. */
const Slot = ({ children }: { children: ReactNode }) => (
  <span className="whitespace-nowrap border-accent border-b-2 font-semibold text-ink">{children}</span>
);

export const RulesPicture = () => (
  <Frame>
    <p className="max-w-[26ch] text-balance font-display text-[clamp(1.5rem,1.1rem+1.3vw,2.125rem)] text-muted leading-[1.32] tracking-[-0.02em]">
      Show it when the page starts with <Slot>/desks</Slot>, the visitor is <Slot>returning</Slot> and the time on the
      page is at least <Slot>20 s</Slot>.
    </p>
  </Frame>
);

/** 180 clicks of 5,284 displays: 3.4%, and its Wilson interval, 3.0% to 3.9%, on a scale from 2% to 5%. */
export const CountsPicture = () => (
  <Frame className="max-w-md lg:max-w-none">
    <div className="flex items-baseline justify-between border-ink border-b-2 pb-2 text-meta text-muted">
      <span>Example figures</span>
      <span>Click rate</span>
    </div>
    <div className="flex items-baseline justify-between py-3 tabular-nums">
      <span className="text-muted">180 of 5,284</span>
      <span className="font-display font-semibold text-[40px] leading-none tracking-[-0.03em]">3.4%</span>
    </div>
    <svg viewBox="0 0 300 56" width="300" height="56" className="h-auto w-full" role="presentation">
      <path d="M0 34.5h300" className="stroke-line" />
      <path d="M.5 30v9M299.5 30v9" className="stroke-field" />
      <path d="M95 34.5h98" className="stroke-accent" strokeWidth="9" opacity=".28" />
      <path d="M95 28v13M193 28v13" className="stroke-accent" strokeWidth="1.5" />
      <circle cx="141" cy="34.5" r="5.5" className="fill-accent" />
      <g className="fill-muted text-[11px]">
        <text x="95" y="18" textAnchor="middle">
          3.0%
        </text>
        <text x="193" y="18" textAnchor="middle">
          3.9%
        </text>
        <text x="0" y="54">
          2%
        </text>
        <text x="300" y="54" textAnchor="end">
          5%
        </text>
      </g>
    </svg>
  </Frame>
);

const REASONS = [
  { isMet: true, text: 'The snippet is on this page' },
  { isMet: true, text: 'oakandiron.example is one of your domains' },
  { isMet: true, text: 'The page starts with /desks' },
  { isMet: false, text: 'Closed by you, until tomorrow 16:20' },
];

export const ReasonsPicture = () => (
  <Frame className="max-w-md lg:max-w-none">
    <ul className="border-line border-t">
      {REASONS.map(({ isMet, text }) => (
        <li key={text} className="flex items-center gap-3 border-line border-b py-2.5">
          {isMet ? (
            <Check size={16} strokeWidth={2.25} className="shrink-0 text-success" />
          ) : (
            <X size={16} strokeWidth={2.25} className="shrink-0 text-danger" />
          )}
          <span className={isMet ? 'text-muted' : 'font-semibold'}>{text}</span>
        </li>
      ))}
    </ul>
  </Frame>
);

const Variable = ({ children }: { children: ReactNode }) => (
  <span className="rounded-control bg-accent-tint px-1.5 py-0.5 font-mono text-[0.82em] text-accent">{children}</span>
);

export const TemplatePicture = () => (
  <Frame className="text-[17px] leading-loose md:text-[19px]">
    <p className="text-muted">
      <Variable>{'{{name|Someone}}'}</Variable> from <Variable>{'{{city}}'}</Variable> bought the{' '}
      <Variable>{'{{product}}'}</Variable>, <Variable>{'{{time}}'}</Variable>
    </p>
    <svg viewBox="0 0 24 34" width="24" height="34" className="my-2 text-field" role="presentation">
      <path d="M12 1v28M5 23l7 7 7-7" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
    <p className="font-display font-semibold">Ana from Lisbon bought the Oak Desk, 2 hours ago</p>
    <p className="font-display font-semibold">Someone from Leeds bought the Linen Lamp, 5 minutes ago</p>
  </Frame>
);

/** One page twice: as its owner sees it by the link, and as everybody else does. */
export const DraftPicture = () => (
  <Frame>
    <div className="grid grid-cols-2 gap-5 sm:gap-8">
      <Page label="You, by the link">
        <rect x="12" y="112" width="124" height="34" rx="12" fill="#be185d" />
        <circle cx="31" cy="129" r="9" fill="#fff1f5" />
        <path d="M48 125h70M48 133h46" stroke="#fff1f5" strokeWidth="3.5" strokeLinecap="round" />
      </Page>
      <Page label="Your visitors">
        <rect x="12.5" y="112.5" width="123" height="33" rx="3" className="fill-paper stroke-field" />
        <rect x="22" y="121" width="17" height="17" rx="2" className="fill-accent" opacity=".3" />
        <path d="M48 125h70M48 133h46" className="stroke-muted" strokeWidth="3.5" strokeLinecap="round" />
      </Page>
    </div>
  </Frame>
);

const Page = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <svg viewBox="0 0 240 160" width="240" height="160" className="h-auto w-full" role="presentation">
      <rect x=".5" y=".5" width="239" height="159" rx="5.5" className="fill-raised stroke-line" />
      <path d="M0 22.5h240" className="stroke-line" />
      <circle cx="13" cy="11.5" r="3" className="fill-line" />
      <circle cx="24" cy="11.5" r="3" className="fill-line" />
      <rect x="12" y="36" width="112" height="62" rx="3" className="fill-line" opacity=".6" />
      <path d="M138 46h84M138 60h62M138 74h72" className="stroke-line" strokeWidth="6" strokeLinecap="round" />
      {children}
    </svg>
    <p className="mt-2 text-meta text-muted">{label}</p>
  </div>
);

export const ServerPicture = () => (
  <Frame className="dark overflow-hidden rounded-panel border border-line bg-paper text-ink">
    <pre className="overflow-hidden px-5 py-5 font-mono text-[11px] leading-7 sm:text-[13px]">
      <span className="text-muted">$ </span>npm install && npm start{'\n'}
      <span className="text-muted">Proofbell is ready at{'\n'}</span>
      <span className="text-accent">http://localhost:3000</span>
      {'\n'}
      <span className="text-muted">$ </span>npm run backup -- today.db{'\n'}
      <span className="text-muted">Backed up 176 pages to today.db.</span>
    </pre>
  </Frame>
);
