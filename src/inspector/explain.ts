// The whole answer to "Why don't I see it?" at one moment: the page's checks, and each notice with its verdict. Pure; the
// overlay draws it, the console prints it.
import { inOrder } from '#shared/embed/queue-order.ts';
import { pageChecks } from './checks.ts';
import { type Looked, lookedOf, reasonsOf } from './reasons.ts';
import type { Check, Sight } from './sight.ts';

/** on: it is on the screen; open: it may be shown; held: by the page's checks alone; off: by reasons of its own. */
export type State = 'on' | 'open' | 'held' | 'off';

export type NoticeView = {
  id: string;
  /** What the owner calls it, else what visitors read. */
  label: string;
  type: string;
  state: State;
  /** The state in a word or two. */
  verdict: string;
  reasons: Check[];
};

export type Explanation = {
  /** The state of all in a sentence. */
  summary: string;
  checks: Check[];
  notices: NoticeView[];
};

const WORDS: Record<string, string> = {
  paused: 'Paused',
  missing: 'Not loaded',
  cut: 'Left out',
  coming: 'Coming',
  ended: 'Ended',
  dismissed: 'Closed',
  shown: 'Was shown',
  'notice-rules': 'Rules',
};

const SUFFIXES: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (at: number) => `${at}${SUFFIXES[new Intl.PluralRules('en', { type: 'ordinal' }).select(at)] ?? 'th'}`;

/** @returns the ids of those that may be shown in the order of the queue; none where chance decides or nobody tells. */
function queueOf(open: readonly string[], { payload, situation }: Sight): string[] {
  if (!payload || !situation || situation.behavior.queue.order === 'random') return [];
  const { seen } = situation;
  return inOrder(payload.notifications, situation.behavior.queue.order, Math.random)
    .map(({ id }) => id)
    .filter((id) => open.includes(id))
    .sort((a, b) => (seen[a] ?? 0) - (seen[b] ?? 0));
}

function verdictOf(state: State, reasons: Check[], place: number): string {
  if (state === 'on') return 'On the screen';
  if (state === 'held') return 'Held back';
  if (state === 'open') return place === 1 ? 'Next in line' : place > 1 ? `${ordinal(place)} in line` : 'May be shown';
  return WORDS[reasons.find(({ isOk }) => !isOk)?.code ?? ''] ?? 'Not shown';
}

function summaryOf(checks: Check[], notices: NoticeView[]): string {
  const shown = notices.find(({ state }) => state === 'on');
  if (shown) return `On the screen: ${shown.label}`;
  const obstacle = checks.find(({ isOk, code }) => !isOk && code !== 'stale');
  if (obstacle) return `Nothing is shown: ${obstacle.text.replace(/^(?!Proofbell)./, (first) => first.toLowerCase())}`;
  const open = notices.filter(({ state }) => state === 'open').length;
  return `${open} of ${notices.length} ${notices.length === 1 ? 'notice' : 'notices'} may be shown now`;
}

/** @returns the explanation; notices in the owner's order, or in the page's where nobody told the owner's. */
export function explain(sight: Sight): Explanation {
  const { inspection, payload, situation, shownId } = sight;
  const checks = pageChecks(sight);
  const isHeld = !situation || checks.some(({ isOk, code }) => !isOk && code !== 'stale');
  const looked: Looked[] = inspection?.notifications.map(lookedOf) ?? payload?.notifications ?? [];
  const judged = looked.map((notice) => {
    const isOn = notice.id === shownId;
    // That it was shown is nothing to tell of the one that is.
    const reasons = reasonsOf(notice, sight).filter(({ code }) => !isOn || code !== 'shown');
    const isOff = reasons.some(({ isOk }) => !isOk);
    const state: State = isOn ? 'on' : isOff ? 'off' : isHeld ? 'held' : 'open';
    return { notice, reasons, state };
  });
  const open = judged.filter(({ state }) => state === 'open').map(({ notice }) => notice.id);
  const queue = queueOf(open, sight);
  const notices = judged.map(({ notice, reasons, state }) => ({
    id: notice.id,
    label: notice.name || notice.title || notice.message,
    type: notice.type,
    state,
    verdict: verdictOf(state, reasons, queue.indexOf(notice.id) + 1),
    reasons,
  }));
  return { summary: summaryOf(checks, notices), checks, notices };
}
