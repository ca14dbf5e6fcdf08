// Keeps the tab's idea of who is signed in true while it changes elsewhere: in other tabs, or while the tab is away.
//
// Changes that a person makes in this tab take effect at once; only word from elsewhere is debounced (spec 4: 500 ms),
// because it comes in bursts: logging out and in again in another tab, or leafing through tabs, asks the server once,
// and it is asked for what holds in the end. What takes something away does not wait either: when another tab logs out
// or signs in somebody else, this one stops showing its user at once, and asks for the next one half a second later.
import { AUTH_STATE_DEBOUNCE } from '#shared/limits.ts';
import { createDebounce } from './debounce.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { Session } from './session.ts';

/** A tab that was hidden for longer asks again when it is come back to: it may have missed something. Milliseconds. */
const AWAY = 60_000;

export type TabSight = 'hidden' | 'shown' | 'restored';

export type WatchDeps = {
  session: Session;
  otherTabs: OtherTabs;
  now(): number;
  wait(ms: number): Promise<void>;
  /** Tells when the tab is hidden, shown again, or brought back as it was left from the browser's own cache. */
  onSight(listener: (sight: TabSight) => void): void;
};

export function watchSession({ session, otherTabs, now, wait, onSight }: WatchDeps): void {
  const recheckSoon = createDebounce(() => void session.recheck(), AUTH_STATE_DEBOUNCE, wait);
  let hiddenAt: number | undefined;
  otherTabs.listen((change) => {
    session.hear(change);
    recheckSoon();
  });
  onSight((sight) => {
    if (sight === 'hidden') hiddenAt = now();
    else if (sight === 'restored' || (hiddenAt !== undefined && now() - hiddenAt > AWAY)) recheckSoon();
    if (sight !== 'hidden') hiddenAt = undefined;
  });
}
