// The script of the embed tag: finds its tag, and starts the widget unless the page has one already.
import { quietly } from './quiet.ts';
import { type Proofbell, startWidget } from './widget.ts';

declare global {
  interface Window {
    Proofbell?: Proofbell;
  }
}

quietly(() => {
  // An element with this id, or a value of the page's own, is no widget.
  if (window.Proofbell?.destroy) return;
  // Tag managers that run the code from elsewhere leave no current script.
  const tags = [document.currentScript as HTMLScriptElement | null, document.querySelector('script[data-site-id]')];
  for (const tag of tags as (HTMLScriptElement | null)[]) {
    const siteId = tag?.dataset?.siteId;
    if (!siteId) continue;
    // Beside the script, wherever that is served.
    const { href } = new URL(`api/embed/${encodeURIComponent(siteId)}`, tag.src);
    window.Proofbell = startWidget(window, siteId, href);
    return;
  }
})();
