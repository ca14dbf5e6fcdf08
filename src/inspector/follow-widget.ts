// Follows the running widget: what it loaded, what it shows, and when to update the explanation.
import { DEFAULT_BEHAVIOR } from '#shared/embed/defaults.ts';
import type { InspectedNotifications } from '#shared/embed/inspection.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import type { FullSituation, Inspected, Snapshot } from './snapshot.ts';

/** How often facts such as the time on page are refreshed, in milliseconds. */
const REFRESH_INTERVAL = 1_000;

export type Followed = {
  /**
   * @param timezone the site's, as far as the backend said it.
   * @returns everything known about the page right now, except the backend's inspection.
   */
  snapshot(timezone?: string): Omit<Snapshot, 'inspection' | 'isAway' | 'status'>;
  /** Null until the notifications are loaded, or if loading failed. */
  notifications(): InspectedNotifications | null;
  stop(): void;
};

/** A page in an opaque origin, such as a sandboxed frame, doesn't send requests from its own address. */
const hostOf = (): string => (window.origin === 'null' ? '' : window.location.hostname.replace(/\.$/, ''));

/**
 * The first notification may have appeared before the inspector loaded. The widget's element and its live region are
 * part of what customers' pages rely on and never change; notifications on their way out are inert.
 */
function shownBefore(notifications: InspectedNotifications | null): string | null {
  const region = document.querySelector('proofbell-widget')?.shadowRoot?.querySelector('[role=status]');
  const shown = notifications?.situation().shownHere ?? [];
  return region?.querySelector(':scope > :not([inert])') ? (shown[shown.length - 1] ?? null) : null;
}

/**
 * Fills in what compact payloads leave out; pages that pin an earlier widget have all of it.
 * @param timezone the site's, where the page doesn't know it.
 * @returns null until the widget has loaded what conditions need, without which most facts are missing.
 */
export const completed = (situation: Situation, timezone: string): FullSituation | null => {
  const { behavior, rules = { match: 'all', conditions: [] } } = situation;
  const queue = { ...DEFAULT_BEHAVIOR.queue, ...behavior.queue };
  const interaction = { ...DEFAULT_BEHAVIOR.interaction, ...behavior.interaction };
  const visibility = { ...DEFAULT_BEHAVIOR.visibility, ...behavior.visibility };
  const facts = situation.facts as FullSituation['facts'];
  if (facts.href === undefined) return null;
  facts.timezone ??= timezone;
  return { ...situation, facts, rules, behavior: { ...DEFAULT_BEHAVIOR, ...behavior, queue, interaction, visibility } };
};

/**
 * @param onChange called every second, whenever the widget looks for a notification, and when one appears or leaves.
 */
export function followWidget(handle: Inspected, onChange: () => void): Followed {
  let notifications: InspectedNotifications | null | undefined;
  let shownId: string | null = null;
  let wasHeld = handle.isHeld();
  let run = 0;

  const awaitNotifications = () => {
    run += 1;
    const mine = run;
    handle
      .running()
      .catch(() => null)
      .then((running) => {
        // Withdrawing consent ends a run, and renewing it starts another.
        if (mine !== run) return;
        notifications = running || null;
        shownId ??= shownBefore(notifications);
        onChange();
      });
  };
  const refresh = () => {
    if (handle.isHeld() !== wasHeld) {
      wasHeld = handle.isHeld();
      notifications = undefined;
      awaitNotifications();
    }
    onChange();
  };
  const ends = [
    handle.on('look', refresh),
    handle.on('show', ({ id }) => {
      shownId = id;
      refresh();
    }),
    handle.on('hide', ({ id }) => {
      if (shownId === id) shownId = null;
      refresh();
    }),
  ];
  const timer = setInterval(() => document.hidden || refresh(), REFRESH_INTERVAL);
  awaitNotifications();
  return {
    notifications: () => notifications ?? null,
    snapshot: (timezone = 'UTC') => ({
      host: hostOf(),
      now: Date.now(),
      isHeld: handle.isHeld(),
      payload: notifications === undefined ? undefined : (notifications?.payload ?? null),
      situation: notifications ? completed(notifications.situation(), timezone) : null,
      shownId,
    }),
    stop() {
      clearInterval(timer);
      for (const end of ends) end();
    },
  };
}
