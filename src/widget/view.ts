// Puts notices on a page: a shadow root with its own style, a polite live region in it, one notice at a time in that.
// Nothing is kept between notices but the region, so that the editor's preview can use it in any element. Nothing is
// read from the page either, neither its style nor its layout: asking would make the browser work them out at once.
import type { Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { make } from './element.ts';
import { makeNotice, type NoticeHandlers } from './notice.ts';
import { after } from './quiet.ts';
import css from './style.css?inline';

/** The element that holds the shadow root. On customers' pages, where their CSS and tests may name it: never changes. */
export const HOST_NAME = 'proofbell-widget';

export type Region = {
  host: HTMLElement;
  /** The live region in the host's open shadow root. */
  element: HTMLElement;
  /** Of the notice that is shown. */
  sheet: CSSStyleSheet;
};

/**
 * @param parent gets the host element; it takes no room, so nothing around it moves. Notices stand fixed to the screen,
 * or to a parent that contains its fixed descendants (`contain: layout`), as a preview's stage does.
 * @returns an empty live region: screen readers announce only what is added to one that was there before.
 * @throws where style sheets cannot be constructed (browsers before 2023): an unstyled notice is worse than none.
 */
export function openRegion(parent: Element): Region {
  const sheet = new CSSStyleSheet();
  const host = make(HOST_NAME, {});
  const element = make('div', { className: 'region', role: 'status' });
  // Out of reach of the page's style sheet, whatever it says about every element. The direction of the page's text
  // comes in all the same: `all` leaves it alone.
  host.style.cssText = 'all:initial!important;display:contents!important';
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(element);
  parent.append(host);
  return { host, element, sheet };
}

export type NoticeSettings = {
  notice: EmbedNotification;
  /** What the settings make of the looks (shared/embed/style.ts). */
  style: string;
  interaction: Behavior['interaction'];
  /** Milliseconds since 1970, for the relative time. */
  now: number;
};

export type RenderedNotice = {
  element: HTMLElement;
  /** Takes it away, animated. */
  hide(): void;
};

/** As long as the longest animation that can be set, in milliseconds. */
const HIDE_TIME = 2_000;

/** Shows a notice in a region, in place of any that is there. */
export function renderNotice(region: Region, settings: NoticeSettings, handlers: NoticeHandlers): RenderedNotice {
  const { notice, style, interaction, now } = settings;
  const element = makeNotice(notice, interaction, now, handlers);
  element.className = `notice ${notice.type}`;
  region.sheet.replaceSync(css + style);
  region.element.replaceChildren(element);
  return {
    element,
    hide() {
      element.inert = true;
      element.className += ' gone';
      after(HIDE_TIME, () => element.remove());
    },
  };
}
