// Puts notices on a page: a shadow root with its own style, a polite live region in it, one notice at a time in that.
// Nothing global is read and nothing kept between notices, so that the editor's preview can use it in any element.
import type { Appearance, Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { makeMake } from './element.ts';
import { makeNotice, type NoticeHandlers } from './notice.ts';
import { after } from './quiet.ts';
import css from './style.css?inline';

/** The element that holds the shadow root. On customers' pages, where their CSS and tests may name it: never changes. */
export const HOST_NAME = 'proofbell-widget';

export type Region = {
  host: HTMLElement;
  /** The live region in the host's open shadow root. */
  element: HTMLElement;
};

/**
 * @param parent gets the host element; it takes no room, so nothing around it moves. Notices stand fixed to the screen,
 * or to a parent that contains its fixed descendants (`contain: layout`), as a preview's stage does.
 * @returns an empty live region: screen readers announce only what is added to one that was there before.
 */
export function openRegion(parent: Element): Region {
  const make = makeMake(parent.ownerDocument);
  const host = make(HOST_NAME, {});
  const element = make('div', { role: 'status', 'aria-live': 'polite' });
  // Out of reach of the page's style sheet, whatever it says about every element.
  host.style.cssText = 'all:initial!important;display:contents!important';
  host.attachShadow({ mode: 'open' }).append(element);
  parent.append(host);
  return { host, element };
}

export type NoticeSettings = {
  notice: EmbedNotification;
  /** The widget's; the notice's own patch goes over it. */
  appearance: Appearance;
  behavior: Behavior;
  isMobile: boolean;
  /** Milliseconds since 1970, for the relative time. */
  now: number;
};

export type RenderedNotice = {
  element: HTMLElement;
  /** Moves the notice to where desktop or mobile screens have it. */
  place(isMobile: boolean): void;
  /** Takes it away, animated. */
  hide(): void;
};

/** Every setting by its own name; the four groups share none. */
const flat = ({ brandColors, typography, animations, layout }: Required<EmbedNotification>['appearance']) => ({
  ...brandColors,
  ...typography,
  ...animations,
  ...layout,
});

/**
 * Shows a notice in a region, in place of any that is there. Each setting becomes a custom property of its own name,
 * numbers in pixels, and each chosen word a class name; style.css does the rest.
 * @throws where style sheets cannot be constructed (browsers before 2023): an unstyled notice is worse than none.
 */
export function renderNotice(region: Region, settings: NoticeSettings, handlers: NoticeHandlers): RenderedNotice {
  const { notice, appearance, behavior, now } = settings;
  const { host, element: live } = region;
  const document = host.ownerDocument;
  const view = document.defaultView as Window & typeof globalThis;
  const { interaction } = behavior;
  const own = notice.appearance ?? {};
  const look = { ...flat(appearance), ...flat(own) };

  (host.shadowRoot as ShadowRoot).adoptedStyleSheets = [css, own.customCSS ?? appearance.customCSS].map((text) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  const variables = {
    ...look,
    zIndex: `${behavior.visibility.zIndex}`,
    fontWeight: look.fontWeight?.replace(/\D/g, ''),
    speed: look.enabled && look.animationType !== 'None' ? look.speed : '0s',
    shadowIntensity: look.boxShadow ? look.shadowIntensity : 0,
  };
  for (const [name, value] of Object.entries(variables)) {
    live.style.setProperty(`--${name}`, typeof value === 'number' ? `${value}px` : `${value}`);
  }
  // The page's style sheet may set the direction, not its attribute.
  live.dir = view.getComputedStyle(document.documentElement).direction;

  const element = makeNotice(makeMake(document), notice, interaction, now, handlers);
  element.className = [
    'notice',
    look.animationType,
    look.headingStyle,
    look.hoverEffect,
    interaction.entireNotificationClickable ? 'all' : '',
  ].join(' ');
  const place = (isMobile: boolean) => {
    live.className = `region ${isMobile ? `mobile ${behavior.mobilePosition}` : behavior.position.replace('-', ' ')}`;
  };
  place(settings.isMobile);
  live.replaceChildren(element);
  return {
    element,
    place,
    hide() {
      element.inert = true;
      element.classList.add('gone');
      after(Number.parseFloat(variables.speed ?? ''), () => element.remove());
    },
  };
}
