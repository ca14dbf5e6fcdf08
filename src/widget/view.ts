// Puts notices on a page: a shadow root with its own style, a polite live region in it, one notice at a time in that.
// Nothing global is read and nothing kept between notices, so that the editor's preview can use it in any element.
import type { Appearance, Behavior, EmbedNotification } from '#shared/embed/payload.ts';
import { makeMake } from './element.ts';
import { makeNotice, type NoticeHandlers } from './notice.ts';
import { after } from './quiet.ts';
import css from './style.css?inline';

/** The element that holds the shadow root. On customers' pages, where their CSS and tests may name it: never changes. */
export const HOST_NAME = 'proofbell-widget';

/**
 * @param parent gets the host element; it takes no room, so nothing around it moves. Notices stand fixed to the screen,
 * or to a parent that contains its fixed descendants (`contain: layout`), as a preview's stage does.
 * @returns the host, with an empty live region in its open shadow root: screen readers announce only what is added to
 * one that was there before.
 */
export function openRegion(parent: Element): HTMLElement {
  const make = makeMake(parent.ownerDocument);
  const host = make(HOST_NAME, {});
  host.attachShadow({ mode: 'open' }).append(make('div', { role: 'status' }));
  parent.append(host);
  return host;
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
 * @param host from openRegion.
 * @throws where style sheets cannot be constructed (browsers before 2023): an unstyled notice is worse than none.
 */
export function renderNotice(host: HTMLElement, settings: NoticeSettings, handlers: NoticeHandlers): RenderedNotice {
  const { notice, appearance, behavior, now } = settings;
  const root = host.shadowRoot as ShadowRoot;
  const region = root.firstChild as HTMLElement;
  const document = host.ownerDocument;
  const view = document.defaultView as Window & typeof globalThis;
  const { interaction } = behavior;
  const own = notice.appearance ?? {};
  const look = { ...flat(appearance), ...flat(own) };

  root.adoptedStyleSheets = [css, own.customCSS ?? appearance.customCSS].map((text) => {
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
    region.style.setProperty(`--${name}`, typeof value === 'number' ? `${value}px` : `${value}`);
  }
  // The page's style sheet may set the direction, not its attribute.
  region.dir = view.getComputedStyle(document.documentElement).direction;

  const element = makeNotice(makeMake(document), notice, interaction, now, handlers);
  element.className = [
    'notice',
    look.animationType,
    look.headingStyle,
    look.hoverEffect,
    interaction.entireNotificationClickable ? 'all' : '',
  ].join(' ');
  const place = (isMobile: boolean) => {
    region.className = `region ${isMobile ? `mobile ${behavior.mobilePosition}` : behavior.position.replace('-', ' ')}`;
  };
  place(settings.isMobile);
  region.replaceChildren(element);
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
