// Stands in for react-style-singleton, with which Radix's scroll lock styles the page (vite.config.ts): it inserts style
// elements, which only a policy with 'unsafe-inline' lets pass. Constructed style sheets need no permission.
import { useEffect } from 'react';

/**
 * Nothing reads this variable, and one on the body makes the browser compute the styles of everything on the page anew,
 * as an overlay opens and as it closes.
 */
const UNUSED = /--removed-body-scroll-bar-size:[^;}]*;?/g;

/** @returns a style sheet that is on the page while anyone needs it, as its first user wrote it. */
function stylesheetSingleton() {
  const sheet = new CSSStyleSheet();
  let users = 0;
  return {
    add(css: string): void {
      users += 1;
      if (users > 1) return;
      sheet.replaceSync(css.replace(UNUSED, ''));
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove(): void {
      users -= 1;
      if (users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    },
  };
}

/** @returns a component that puts its `styles` on the page while it is there. */
export function styleSingleton() {
  const sheet = stylesheetSingleton();
  return function Sheet({ styles, dynamic = false }: { styles: string; dynamic?: boolean }) {
    const version = dynamic ? styles : '';
    // biome-ignore lint/correctness/useExhaustiveDependencies: as in the original, others are set once
    useEffect(() => {
      sheet.add(styles);
      return () => sheet.remove();
    }, [version]);
    return null;
  };
}
