/** @jsxImportSource preact */
// What the overlay shows: the bar, the page's checks, the notifications. Renders its props and knows nothing about the
// page.
import type { ComponentChildren } from 'preact';
import type { RuleLine } from '#shared/embed/describe-rules.ts';
import type { Explanation, NotificationView } from './explain.ts';
import type { Check } from './snapshot.ts';

/** On a 24 by 24 grid. */
const GLYPHS = {
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  close: 'M6 6l12 12M18 6L6 18',
  fold: 'M6 15l6-6 6 6',
  unfold: 'M6 9l6 6 6-6',
  swap: 'M8 7H20M20 7l-4-4M20 7l-4 4M16 17H4M4 17l4-4M4 17l4 4',
  yes: 'M5 13l4 4L19 7',
  no: 'M7 7l10 10M17 7L7 17',
} as const;
type GlyphName = keyof typeof GLYPHS;

const Glyph = ({ name }: { name: GlyphName }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" class={name}>
    <path d={GLYPHS[name]} />
  </svg>
);

const Mark = ({ isOk }: { isOk: boolean }) => (
  <span class={isOk ? 'mark ok' : 'mark'}>
    <Glyph name={isOk ? 'yes' : 'no'} />
    <i>{isOk ? 'Yes: ' : 'No: '}</i>
  </span>
);

const RuleLines = ({ lines }: { lines: RuleLine[] }) => (
  <ul class="rules">
    {lines.map(({ holds, text, found, lines: below }) => (
      <li key={text}>
        <Mark isOk={holds} />
        <div>
          {text}
          {found !== undefined && <span class="found"> · now: {found}</span>}
          {below && <RuleLines lines={below} />}
        </div>
      </li>
    ))}
  </ul>
);

const CheckItem = ({ check: { isOk, text, hint, lines } }: { check: Check }) => (
  <li class="check">
    <Mark isOk={isOk} />
    <div>
      <p>{text}</p>
      {hint && <p class="hint">{hint}</p>}
      {lines && <RuleLines lines={lines} />}
    </div>
  </li>
);

const CheckList = ({ checks, isBad }: { checks: Check[]; isBad?: boolean }) => (
  <ul class={isBad ? 'checks bad' : 'checks'}>
    {checks.map((check) => (
      <CheckItem key={check.code} check={check} />
    ))}
  </ul>
);

/** Failed checks come first; those that passed are collapsed. */
function PageChecks({ checks }: { checks: Check[] }) {
  const failed = checks.filter(({ isOk }) => !isOk);
  const passed = checks.filter(({ isOk }) => isOk);
  return (
    <>
      {failed.length > 0 && <CheckList key="failed" checks={failed} isBad />}
      {passed.length > 0 && (
        <details key="passed">
          <summary>
            <Mark isOk />
            {`${passed.length} ${passed.length === 1 ? 'check' : 'checks'} passed`}
            <Glyph name="unfold" />
          </summary>
          <CheckList checks={passed} />
        </details>
      )}
    </>
  );
}

type NotificationProps = {
  notification: NotificationView;
  /** Undefined while no widget could show it. */
  onShow: ((id: string) => void) | undefined;
};

const NotificationItem = ({
  notification: { id, label, type, state, verdict, reasons },
  onShow,
}: NotificationProps) => (
  <li class={`notification ${state}`}>
    <div class="head">
      <h4 dir="auto">{label}</h4>
      <p class="type">
        <b>{verdict}</b>
        <span> · {type.replace('-', ' ')}</span>
      </p>
    </div>
    <button
      type="button"
      class="show"
      aria-label={`Show now: ${label}`}
      disabled={!onShow}
      onClick={() => onShow?.(id)}
    >
      Show now
    </button>
    {reasons.map((reason) =>
      reason.lines ? (
        <CheckList key={reason.code} checks={[reason]} />
      ) : (
        <p key={reason.code} class="why">
          {reason.text}
        </p>
      ),
    )}
  </li>
);

type ExplanationProps = { explanation: Explanation; onShow: NotificationProps['onShow'] };

/** Everything below the summary: the page's checks, and each notification with its verdict. */
export const ExplanationView = ({ explanation: { checks, notifications }, onShow }: ExplanationProps) => (
  <>
    <section aria-label="This page">
      <h3>This page</h3>
      <PageChecks checks={checks} />
    </section>
    <section aria-label="Notifications">
      <h3>Notifications · {notifications.length}</h3>
      {notifications.length > 0 ? (
        <ul class="notifications">
          {notifications.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} onShow={onShow} />
          ))}
        </ul>
      ) : (
        <p class="none">No notifications yet.</p>
      )}
    </section>
  </>
);

/** Below the summary, once a link's draft settings are gone. */
export const GoneView = () => (
  <section aria-label="Draft settings">
    <p class="none">
      The link worked for ten minutes, or newer links have taken its place. In Proofbell, “Open my page with this” makes
      a new one.
    </p>
  </section>
);

type IconButtonProps = { label: string; glyph: GlyphName; onClick: () => void; isExpanded?: boolean };

const IconButton = ({ label, glyph, onClick, isExpanded }: IconButtonProps) => (
  <button
    type="button"
    class="icon"
    aria-label={label}
    title={label}
    onClick={onClick}
    {...(isExpanded !== undefined && { 'aria-expanded': isExpanded, 'aria-controls': 'body' })}
  >
    <Glyph name={glyph} />
  </button>
);

export type FrameProps = {
  title: string;
  summary: string;
  /** What to know about draft settings, empty if nothing; stays in sight when collapsed. */
  draft: string;
  footer: string;
  children: ComponentChildren;
  /** Whether it is on the right, or at the bottom of narrow screens. */
  isAtEnd: boolean;
  isFolded: boolean;
  onMove(): void;
  onFold(): void;
  onClose(): void;
};

/** Keys pressed in the overlay must not trigger the page's shortcuts. */
const stop = (event: Event) => event.stopPropagation();

/**
 * The overlay's frame. Only the summary and the line about a draft are live regions, both always there, so screen
 * readers announce their changes and nothing else.
 */
export const Frame = ({ title, summary, draft, footer, children, isAtEnd, isFolded, ...on }: FrameProps) => (
  <aside
    class={['overlay', isAtEnd ? 'end' : '', isFolded ? 'folded' : ''].join(' ')}
    aria-labelledby="title"
    lang="en"
    dir="ltr"
    onKeyDown={stop}
    onKeyUp={stop}
    onKeyPress={stop}
  >
    <div class="bar">
      <span class="logo">
        <Glyph name="bell" />
      </span>
      <div>
        <h2 id="title">Why don't I see it?</h2>
        <p dir="auto">{title}</p>
      </div>
      <IconButton label="Move to the other side" glyph="swap" onClick={on.onMove} />
      <IconButton
        label={isFolded ? 'Expand' : 'Collapse'}
        glyph={isFolded ? 'unfold' : 'fold'}
        onClick={on.onFold}
        isExpanded={!isFolded}
      />
      <IconButton label="Close" glyph="close" onClick={on.onClose} />
    </div>
    <p class="summary" role="status">
      {summary}
    </p>
    <p class="draft" role="status">
      {draft}
    </p>
    {/* The section scrolls, so it must be reachable by keyboard. */}
    <section id="body" tabindex={0} aria-labelledby="title" hidden={isFolded}>
      {children}
      {footer !== '' && <p class="foot">{footer}</p>}
    </section>
  </aside>
);
