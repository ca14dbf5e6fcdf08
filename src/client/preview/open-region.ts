// Regions of the widget inside the owner's screens: drawn by the widget's own view, silent, and restyled without being
// drawn again.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { wordsOf } from '#shared/embed/widget-words.ts';
import { openRegion, type Region, renderNotification } from '#widget/view.ts';

export type PreviewRegion = Region & {
  /** Replaces the generated style. The widget's own sheet stays. */
  restyle(style: string): void;
};

/** In the middle of its frame, wherever it sits on the page. */
export const IN_THE_MIDDLE = '.region{inset:50% 0 auto;margin:0 auto;align-items:center}';

const NO_HANDLERS = { onClick() {}, onDismiss() {}, onHold() {} };

/** Draws a notification that only hangs there: its buttons do nothing. @param style replaces the generated one. */
export function drawAtRest(
  region: Region,
  notification: EmbedNotification,
  behavior: Pick<Behavior, 'interaction' | 'language'>,
  style = '',
): void {
  renderNotification(
    region,
    { notification, style, behavior, words: wordsOf(behavior.language, true, true), now: Date.now() },
    NO_HANDLERS,
  );
}

/**
 * @param shared gets the generated style in place of a sheet of the region's own.
 * @returns a region in `parent`; null where style sheets cannot be constructed (browsers before 2023).
 */
export function openPreviewRegion(parent: Element, shared?: CSSStyleSheet): PreviewRegion | null {
  try {
    const region = openRegion(parent);
    const sheet = shared ?? new CSSStyleSheet();
    const root = region.hostElement.shadowRoot as ShadowRoot;
    root.adoptedStyleSheets = [region.ownSheet, sheet];
    // Screen readers announce real notifications, not every change of a draft.
    region.liveRegion.removeAttribute('role');
    region.liveRegion.setAttribute('aria-live', 'off');
    return {
      ...region,
      restyle(style) {
        sheet.replaceSync(style);
      },
    };
  } catch {
    return null;
  }
}
