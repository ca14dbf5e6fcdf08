// What an owner's link opens: the overlay with the explanation, or a card that says why there is none.
import type { EmbedNotification } from '#shared/embed/payload.ts';
import type { Explanation } from './explain.ts';
import { openOverlay } from './overlay.ts';
import type { Reading } from './read-inspection.ts';
import { momentOf } from './times.ts';
import { h } from './tree.ts';
import { explanationTree } from './view.ts';

const CARDS: Partial<Record<Reading['kind'], { title: string; text: string }>> = {
  expired: {
    title: 'This link has expired',
    text: 'Links work for ten minutes. Open a new one from Proofbell: “Why don’t I see it?”',
  },
  'other-site': {
    title: 'The snippet on this page is another site’s',
    text: 'The site id in the snippet is not the one this link was made for. Copy the snippet of the right site from Site Setup, or open the link from the site that this snippet belongs to.',
  },
  'unknown-site': {
    title: 'The snippet names a site that does not exist',
    text: 'Its site id is mistyped, or the site was deleted. Copy the snippet from Site Setup once more.',
  },
};

/** Narrow screens have the overlay above or below instead of at a side (frame.css). */
const NARROW = '(width < 520px)';

/** Where the notices are not. */
function isBestAtEnd(reading: Reading): boolean {
  if (reading.kind !== 'inspection') return false;
  const { position, mobilePosition } = reading.inspection.widget.behavior;
  return window.matchMedia(NARROW).matches ? mobilePosition === 'top' : position.endsWith('left');
}

export type ScreenParts = {
  onShow(notice: EmbedNotification): void;
  onClose(): void;
  /** Whether there is a widget that could show one. */
  canShow(): boolean;
};

/** @returns what draws each explanation; null when there is nothing to draw, or a card says it all. */
export function makeScreen(reading: Reading, parts: ScreenParts): ((explanation: Explanation) => void) | null {
  if (reading.kind === 'none') return null;
  const notices = reading.kind === 'inspection' ? reading.inspection.notifications : [];
  const overlay = openOverlay({
    document,
    isAtEnd: isBestAtEnd(reading),
    onClose: parts.onClose,
    onShow(id) {
      const notice = notices.find((one) => one.id === id);
      if (!notice) return;
      // Its rules are as they are stored, and of no matter: it is shown whatever they say.
      const { name: _name, status: _status, rules: _rules, ...shown } = notice;
      parts.onShow(shown);
    },
  });
  const card = CARDS[reading.kind];
  if (card) {
    overlay.show(window.location.hostname, card.title, [h('section', {}, h('p', {}, card.text))]);
    return null;
  }
  const title = reading.kind === 'inspection' ? reading.inspection.site.name : window.location.hostname;
  const until =
    reading.kind === 'inspection' ? ` The link works until ${momentOf(Date.parse(reading.inspection.expiresAt))}.` : '';
  const footer = `Only who has the link sees this. What “Show now” shows is not counted.${until}`;
  return (explanation) => {
    overlay.show(
      title,
      explanation.summary,
      explanationTree(explanation, parts.canShow() && notices.length > 0),
      footer,
    );
  };
}
