/** @jsxImportSource preact */
// What an owner's link opens: the overlay with the explanation.
import type { EmbedNotification } from '#shared/embed/payload.ts';
import type { Explanation } from './explain.ts';
import { openOverlay } from './overlay.tsx';
import type { Reading } from './read-inspection.ts';
import { momentOf } from './times.ts';
import { ExplanationView, GoneView } from './view.tsx';

/** On narrow screens, the overlay is at the top or bottom instead of at a side (frame.css). */
const NARROW = '(width < 520px)';

/** The side opposite the notifications. */
function isBestAtEnd(reading: Reading): boolean {
  if (reading.kind !== 'inspection') return false;
  const { position, mobilePosition } = reading.inspection.widget.behavior;
  return window.matchMedia(NARROW).matches ? mobilePosition === 'top' : position.endsWith('left');
}

export type ScreenParts = {
  onShow(notification: EmbedNotification): void;
  onClose(): void;
  /** Whether a running widget could show one. */
  canShow(): boolean;
};

/** @returns a function that renders an explanation; null if there is nothing to render. */
export function makeScreen(reading: Reading, parts: ScreenParts): ((explanation: Explanation) => void) | null {
  if (reading.kind === 'none') return null;
  const inspection = reading.kind === 'inspection' ? reading.inspection : null;
  const notifications = inspection?.notifications ?? [];
  // The page with the draft is what its owner came to see, and the explanation is one click away.
  const isFolded = inspection?.isDraft ?? false;
  const overlay = openOverlay({ document, isAtEnd: isBestAtEnd(reading), isFolded, onClose: parts.onClose });
  const title = inspection?.site.name ?? window.location.hostname;
  if (reading.kind === 'gone') {
    const summary = "The draft settings of this link are gone. You're seeing the saved ones.";
    return () => overlay.show({ title, summary, draft: '', footer: '', children: <GoneView /> });
  }
  const show = (id: string) => {
    const notification = notifications.find((one) => one.id === id);
    if (!notification) return;
    // Stored rules differ from what a widget reads. They don't matter here: it is shown regardless.
    const { name: _name, status: _status, rules: _rules, ...shown } = notification;
    parts.onShow(shown);
  };
  const until = inspection ? ` The link works until ${momentOf(Date.parse(inspection.expiresAt))}.` : '';
  const footer = `Only people with this link see this. “Show now” isn't counted.${until}`;
  return (explanation) => {
    const onShow = parts.canShow() && notifications.length > 0 ? show : undefined;
    const children = <ExplanationView explanation={explanation} onShow={onShow} />;
    const { summary, draft } = explanation;
    overlay.show({ title, summary, draft, footer, children });
  };
}
