/** @jsxImportSource preact */
// The overlay on the owner's page: a separate element beside the body, with everything in its shadow root, so that page
// and overlay can't affect each other. It takes up no space and steals no focus.
import { render } from 'preact';
import content from './content.css?inline';
import frameStyle from './frame.css?inline';
import { Frame, type FrameProps } from './view.tsx';

const HOST_NAME = 'proofbell-inspector';

export type Overlay = {
  /** Shows a summary, and the explanation below it. */
  show(parts: Pick<FrameProps, 'title' | 'summary' | 'draft' | 'footer' | 'children'>): void;
};

export type OverlayParts = {
  document: Document;
  /** Whether it starts on the right, or at the bottom of narrow screens. */
  isAtEnd: boolean;
  /** Whether it starts collapsed. */
  isFolded: boolean;
  onClose(): void;
};

/** Opens the overlay, replacing any earlier one. @throws where style sheets cannot be constructed. */
export function openOverlay({ document, isAtEnd, isFolded, onClose }: OverlayParts): Overlay {
  document.querySelector(HOST_NAME)?.remove();
  const view = document.defaultView as Window & typeof globalThis;
  const host = document.createElementNS('http://www.w3.org/1999/xhtml', HOST_NAME) as HTMLElement;
  // Keeps the page's style sheets out, whatever they say about every element.
  host.style.cssText = 'all:initial!important;display:contents!important';
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [frameStyle, content].map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });

  let shown: Parameters<Overlay['show']>[0] | undefined;
  const draw = () => {
    if (!shown) return;
    render(
      <Frame
        {...shown}
        isAtEnd={isAtEnd}
        isFolded={isFolded}
        onMove={() => {
          isAtEnd = !isAtEnd;
          draw();
        }}
        onFold={() => {
          isFolded = !isFolded;
          draw();
        }}
        onClose={() => {
          host.remove();
          onClose();
        }}
      />,
      root,
    );
  };

  return {
    show(parts) {
      shown = parts;
      draw();
      // The page has replaced its document and dropped our element.
      if (!host.isConnected) document.documentElement.append(host);
    },
  };
}
