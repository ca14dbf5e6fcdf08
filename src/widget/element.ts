// Creates elements without markup, from properties and text only: nothing an owner typed is ever parsed as HTML.

/**
 * The properties in use, none of which parses markup or runs text as code. Browsers reflect ARIA attributes since 2023.
 */
type Properties = Partial<
  Pick<HTMLElement, 'className' | 'role' | 'lang' | 'ariaLabel' | 'ariaLive'> &
    Pick<HTMLAnchorElement, 'href' | 'rel' | 'target'> &
    Pick<HTMLImageElement, 'alt' | 'loading' | 'decoding' | 'referrerPolicy' | 'src'> & {
      ariaHidden: boolean;
    } & Record<'onclick' | 'onauxclick' | 'onerror', (event: Event) => unknown>
>;

/** @returns an element with these properties and children. */
export function make(name: string, properties: Properties, ...children: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}
