// Puts notifications on a page: a shadow root with its own style, in it a polite live region, in that one notification
// at a time. Only the region outlives a notification, so that the editor's preview can use it in any element. It reads
// neither style nor layout from the page, which would force the browser to compute them at once.
import type { EmbedNotification, LoadedPayload, WidgetBehavior } from '#shared/embed/payload.ts';
import { make } from './element.ts';
import { makeNotification, type NotificationHandlers } from './notification.ts';
import { after } from './quiet.ts';
import css from './style.css?inline';

/** The element that holds the shadow root. Customers' CSS and tests may refer to it: never change it. */
const HOST_NAME = 'proofbell-widget';

export type Region = {
  hostElement: HTMLElement;
  /** The live region in the host's open shadow root. */
  liveRegion: HTMLElement;
  /** Styles of the current notification. */
  ownSheet: CSSStyleSheet;
};

/** Where a notification is drawn: a region, or for what is held out something that is on no page. */
export type Place = Omit<Region, 'liveRegion'> & { liveRegion: ParentNode };

/**
 * @param parent gets the host element, which takes no space, so that nothing around it moves. Notifications are fixed
 * to the screen, or to a parent that contains its fixed descendants (`contain: layout`), such as a preview.
 * @returns an empty live region: screen readers announce only what is added to an existing one.
 * @throws where style sheets cannot be constructed (browsers before 2023): an unstyled notification is worse than none.
 */
export function openRegion(parent: Element): Region {
  const ownSheet = new CSSStyleSheet();
  const hostElement = make(HOST_NAME, {});
  const liveRegion = make('div', { className: 'region', role: 'status' });
  // Keeps the page's style sheets out, whatever they say about all elements. `all` does not cover the text direction,
  // so that is inherited from the page.
  hostElement.style.cssText = 'all:initial!important;display:contents!important';
  const root = hostElement.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [ownSheet];
  root.append(liveRegion);
  parent.append(hostElement);
  return { hostElement, liveRegion, ownSheet };
}

export type NotificationSettings = {
  notification: EmbedNotification;
  /** What differs from style.css (shared/embed/style.ts). */
  style: string;
  behavior: Pick<WidgetBehavior, 'interaction' | 'language'>;
  /** The widget's own, by language. */
  words?: LoadedPayload['widget']['words'];
  /** Milliseconds since 1970, for the relative time. */
  now: number;
};

export type RenderedNotification = {
  rendered: HTMLElement;
  /** Removes it with an animation. */
  hide(): void;
};

/** The longest animation that can be set, in milliseconds. */
const HIDE_TIME = 2_000;

/** Shows a notification in a region, replacing any other. */
export function renderNotification(
  region: Place,
  settings: NotificationSettings,
  handlers: NotificationHandlers,
): RenderedNotification {
  const { notification, style } = settings;
  const rendered = makeNotification(settings, handlers);
  rendered.className = `notice ${notification.type}`;
  region.ownSheet.replaceSync(css + style);
  region.liveRegion.replaceChildren(rendered);
  return {
    rendered,
    hide() {
      rendered.inert = true;
      rendered.className += ' gone';
      after(HIDE_TIME, () => rendered.remove());
    },
  };
}
