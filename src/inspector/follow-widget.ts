// Follows the running widget: what it loaded, what it shows, and when there is reason to look again.
import type { Inspected, InspectedNotices } from '#shared/embed/inspection.ts';
import type { Sight } from './sight.ts';

/** How often facts such as the time on the page are looked at again, in milliseconds. */
const LOOK = 1_000;

export type Followed = {
  /** All that is known of the page at this moment; what the owner's backend told is not of it. */
  look(): Omit<Sight, 'inspection' | 'isAway' | 'status'>;
  /** Null until the notices are loaded, and when they could not be. */
  notices(): InspectedNotices | null;
  stop(): void;
};

/** Of a page in an opaque origin, such as a sandboxed frame, the address is not where its requests come from. */
const hostOf = (): string => (window.origin === 'null' ? '' : window.location.hostname.replace(/\.$/, ''));

/**
 * The first notice may have come before the inspector did. The widget's element and its live region are on customers'
 * pages and stay what they are; what leaves the screen is inert in there.
 */
function shownBefore(notices: InspectedNotices | null): string | null {
  const region = document.querySelector('proofbell-widget')?.shadowRoot?.querySelector('[role=status]');
  const shown = notices?.situation().shownHere ?? [];
  return region?.querySelector(':scope > :not([inert])') ? (shown[shown.length - 1] ?? null) : null;
}

/** @param onLook is called each second, after each look of the widget, and when something comes or goes. */
export function followWidget(handle: Inspected, onLook: () => void): Followed {
  let notices: InspectedNotices | null | undefined;
  let shownId: string | null = null;
  let wasHeld = handle.isHeld();
  let run = 0;

  const awaitNotices = () => {
    run += 1;
    const mine = run;
    handle.running
      .catch(() => null)
      .then((running) => {
        // Consent taken back ends a run, and given again begins another.
        if (mine !== run) return;
        notices = running || null;
        shownId ??= shownBefore(notices);
        onLook();
      });
  };
  const look = () => {
    if (handle.isHeld() !== wasHeld) {
      wasHeld = handle.isHeld();
      notices = undefined;
      awaitNotices();
    }
    onLook();
  };
  const ends = [
    handle.on('look', look),
    handle.on('show', ({ id }) => {
      shownId = id;
      look();
    }),
    handle.on('hide', ({ id }) => {
      if (shownId === id) shownId = null;
      look();
    }),
  ];
  const timer = setInterval(() => document.hidden || look(), LOOK);
  awaitNotices();
  return {
    notices: () => notices ?? null,
    look: () => ({
      host: hostOf(),
      now: Date.now(),
      isHeld: handle.isHeld(),
      payload: notices === undefined ? undefined : (notices?.payload ?? null),
      situation: notices?.situation() ?? null,
      shownId,
    }),
    stop() {
      clearInterval(timer);
      for (const end of ends) end();
    },
  };
}
