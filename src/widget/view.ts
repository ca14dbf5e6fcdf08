// Puts notifications on a page: a shadow root with its own style, in it a polite live region, in that one notification at a
// time. Only the region outlives a notification, so that the editor's preview can use it in any element. Nothing is read
// from the page, neither style nor layout: that would force the browser to compute them at once.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { make } from './element.ts';
import { makeNotification, type NotificationHandlers } from './notification.ts';
import { after } from './quiet.ts';
import css from './style.css?inline';

/** The element that holds the shadow root. On customers' pages, where their CSS and tests may name it: never changes. */
const HOST_NAME = 'proofbell-widget';

export type Region = {
  hostElement: HTMLElement;
  /** The live region in the host's open shadow root. */
  liveRegion: HTMLElement;
  /** Of the notification shown. */
  ownSheet: CSSStyleSheet;
};

/**
 * @param parent gets the host element, which takes no room, so nothing around it moves. Notifications are fixed to the
 * screen, or to a parent that contains its fixed descendants (`contain: layout`), as a preview's stage does.
 * @returns an empty live region: screen readers announce only what is added to an existing one.
 * @throws where style sheets cannot be constructed (browsers before 2023): an unstyled notification is worse than none.
 */
export function openRegion(parent: Element): Region {
  const ownSheet = new CSSStyleSheet();
  const hostElement = make(HOST_NAME, {});
  const liveRegion = make('div', { className: 'region', role: 'status' });
  // Out of reach of the page's style sheet, whatever it says about all elements. `all` leaves the direction of the
  // page's text alone, so that is inherited.
  hostElement.style.cssText = 'all:initial!important;display:contents!important';
  const root = hostElement.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [ownSheet];
  root.append(liveRegion);
  parent.append(hostElement);
  return { hostElement, liveRegion, ownSheet };
}

export type NotificationSettings = {
  notification: EmbedNotification;
  /** The style that the settings produce (shared/embed/style.ts). */
  style: string;
  interaction: Behavior['interaction'];
  /** Milliseconds since 1970, for the relative time. */
  now: number;
};

export type RenderedNotification = {
  element: HTMLElement;
  /** Removes it, animated. */
  hide(): void;
};

/** As long as the longest animation that can be set, in milliseconds. */
const HIDE_TIME = 2_000;

/** Shows a notification in a region, in place of any other. */
export function renderNotification(
  region: Region,
  settings: NotificationSettings,
  handlers: NotificationHandlers,
): RenderedNotification {
  const { notification, style, interaction, now } = settings;
  const element = makeNotification(notification, interaction, now, handlers);
  element.className = `notice ${notification.type}`;
  region.ownSheet.replaceSync(css + style);
  region.liveRegion.replaceChildren(element);
  return {
    element,
    hide() {
      element.inert = true;
      element.className += ' gone';
      after(HIDE_TIME, () => element.remove());
    },
  };
}
