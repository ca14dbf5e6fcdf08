// The overlay on the owner's page: an element of its own beside the body, with everything in its shadow root, so that
// neither page nor overlay reaches into the other. It takes no room and steals no focus.
import content from './content.css?inline';
import frameStyle from './frame.css?inline';
import { patch, type Tree } from './tree.ts';
import { type Frame, overlayTree } from './view.ts';

export const HOST_NAME = 'proofbell-inspector';

export type Overlay = {
  /** Shows a summary and what is below it. A card is a mere message. */
  show(title: string, summary: string, body: Tree[], footer?: string): void;
};

export type OverlayParts = {
  document: Document;
  /** Whether it stands at the right side, on narrow screens at the lower edge, to begin with. */
  isAtEnd: boolean;
  onShow(id: string): void;
  onClose(): void;
};

/** Opens the overlay, in place of an earlier one. @throws where style sheets cannot be constructed. */
export function openOverlay({ document, isAtEnd, onShow, onClose }: OverlayParts): Overlay {
  document.querySelector(HOST_NAME)?.remove();
  const view = document.defaultView as Window & typeof globalThis;
  const host = document.createElementNS('http://www.w3.org/1999/xhtml', HOST_NAME) as HTMLElement;
  // Out of reach of the page's style sheet, whatever it says about every element.
  host.style.cssText = 'all:initial!important;display:contents!important';
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [frameStyle, content].map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  const element = document.createElementNS('http://www.w3.org/1999/xhtml', 'div') as HTMLElement;
  element.setAttribute('role', 'complementary');
  element.setAttribute('aria-labelledby', 'title');
  element.lang = 'en';
  element.dir = 'ltr';
  root.append(element);

  const frame: Frame = { title: '', isFolded: false, footer: '' };
  let summary = '';
  let body: Tree[] = [];
  const draw = () => {
    element.className = ['overlay', isAtEnd ? 'end' : '', frame.isFolded ? 'folded' : ''].join(' ');
    patch(element, overlayTree(frame, summary, body));
  };
  const acts: Record<string, (button: Element) => void> = {
    show: (button) => onShow(button.getAttribute('data-id') ?? ''),
    move() {
      isAtEnd = !isAtEnd;
      draw();
    },
    fold() {
      frame.isFolded = !frame.isFolded;
      draw();
    },
    close() {
      host.remove();
      onClose();
    },
  };
  element.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-act]');
    if (button) acts[button.getAttribute('data-act') ?? '']?.(button);
  });
  // A key pressed in the overlay is none of the page's shortcuts.
  for (const type of ['keydown', 'keyup', 'keypress'])
    element.addEventListener(type, (event) => event.stopPropagation());

  return {
    show(title, newSummary, newBody, footer = '') {
      Object.assign(frame, { title, footer });
      summary = newSummary;
      body = newBody;
      draw();
      // A page that wrote itself anew has thrown our element out.
      if (!host.isConnected) document.documentElement.append(host);
    },
  };
}
