// The full answer to "Why don't I see it?" at one moment: the page's checks, and each notification with its verdict.
// Pure; the overlay renders it, the console logs it.
import { inOrder } from '#shared/embed/queue-order.ts';
import { pageChecks } from './checks.ts';
import { type JudgedNotification, reasonsOf, toJudged } from './reasons.ts';
import type { Check, Snapshot } from './snapshot.ts';
import { timeOf } from './times.ts';

/** on: on screen; open: can be shown; held: blocked only by the page's checks; off: blocked for its own reasons. */
type State = 'on' | 'open' | 'held' | 'off';

export type NotificationView = {
  id: string;
  /** The owner's label, or else the text visitors read. */
  label: string;
  type: string;
  state: State;
  /** The state in a word or two. */
  verdict: string;
  reasons: Check[];
};

export type Explanation = {
  /** The overall state in one sentence. */
  summary: string;
  /** What to know about the link's draft settings; empty for a link without any, and while the page is loading. */
  draft: string;
  checks: Check[];
  notifications: NotificationView[];
};

const VERDICTS: Record<string, string> = {
  off: 'Off',
  floor: 'Too few yet',
  missing: 'Not loaded',
  cut: 'Left out',
  coming: 'Scheduled',
  ended: 'Ended',
  dismissed: 'Closed',
  shown: 'Already shown',
  'own-rules': 'Rules not met',
};

const SUFFIXES: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (at: number) => `${at}${SUFFIXES[new Intl.PluralRules('en', { type: 'ordinal' }).select(at)] ?? 'th'}`;

/** @returns the ids of notifications that can be shown, in queue order; empty if the order is random or unknown. */
function queueOf(open: readonly string[], { payload, situation }: Snapshot): string[] {
  if (!payload || !situation || situation.behavior.queue.order === 'random') return [];
  const { seen } = situation;
  return inOrder(payload.notifications, situation.behavior.queue.order, Math.random)
    .map(({ id }) => id)
    .filter((id) => open.includes(id))
    .sort((a, b) => (seen[a] ?? 0) - (seen[b] ?? 0));
}

function verdictOf(state: State, reasons: Check[], place: number): string {
  if (state === 'on') return 'On screen';
  if (state === 'held') return 'On hold';
  if (state === 'open') return place === 1 ? 'Next in line' : place > 1 ? `${ordinal(place)} in line` : 'Can be shown';
  return VERDICTS[reasons.find(({ isOk }) => !isOk)?.code ?? ''] ?? 'Not shown';
}

/** Whether nothing can be shown because of it. */
const isObstacle = ({ isOk, code }: Check) => !isOk && code !== 'stale' && code !== 'away';

function summaryOf(checks: Check[], notifications: NotificationView[]): string {
  const shown = notifications.find(({ state }) => state === 'on');
  if (shown) return `On screen: ${shown.label}`;
  const obstacle = checks.find(isObstacle);
  if (obstacle) return `Nothing is shown: ${obstacle.text.replace(/^(?!Proofbell)./, (first) => first.toLowerCase())}`;
  const open = notifications.filter(({ state }) => state === 'open').length;
  return `${open} of ${notifications.length} ${notifications.length === 1 ? 'notification' : 'notifications'} can be shown now`;
}

function draftText({ inspection, payload, now }: Snapshot): string {
  if (!payload?.isDraft) {
    if (!inspection?.isDraft || payload === undefined) return '';
    return `This page isn't using the draft settings.${payload ? ' You see the saved ones.' : ''}`;
  }
  // Anyone who follows the link must know what they see, also when nothing else could be fetched.
  if (!inspection) return 'Draft settings. Whoever has this link sees them until it expires.';
  const until = Date.parse(inspection.expiresAt);
  if (now >= until) return 'The link has expired. Reload the page to see the saved settings.';
  return `Draft settings. Whoever has this link sees them until ${timeOf(until)}.`;
}

/** @returns the explanation, with notifications in the owner's order, or in the page's if the owner's is unknown. */
export function explain(snapshot: Snapshot): Explanation {
  const { inspection, payload, situation, shownId } = snapshot;
  const checks = pageChecks(snapshot);
  const isHeld = !situation || checks.some(isObstacle);
  const candidates: JudgedNotification[] = inspection?.notifications.map(toJudged) ?? payload?.notifications ?? [];
  const judged = candidates.map((notification) => {
    const isOn = notification.id === shownId;
    // Don't say 'already shown' about the one on screen.
    const reasons = reasonsOf(notification, snapshot).filter(({ code }) => !isOn || code !== 'shown');
    const isOff = reasons.some(({ isOk }) => !isOk);
    const state: State = isOn ? 'on' : isOff ? 'off' : isHeld ? 'held' : 'open';
    return { notification, reasons, state };
  });
  const open = judged.filter(({ state }) => state === 'open').map(({ notification }) => notification.id);
  const queue = queueOf(open, snapshot);
  const notifications = judged.map(({ notification, reasons, state }) => ({
    id: notification.id,
    label: notification.name || notification.title || notification.message,
    type: notification.type,
    state,
    verdict: verdictOf(state, reasons, queue.indexOf(notification.id) + 1),
    reasons,
  }));
  return { summary: summaryOf(checks, notifications), draft: draftText(snapshot), checks, notifications };
}
