// Finds the embed tag of the running script, and starts the widget unless the page already runs one.
import type * as ConditionsFile from './conditions.ts';
import { type Proofbell, startWidget } from './widget.ts';

declare global {
  interface Window {
    Proofbell?: Proofbell;
  }
}

/** @param conditions what they need, where it isn't a file of its own. */
export function runTag(conditions?: typeof ConditionsFile): void {
  // An element with this id, or the page's own value, is not the widget.
  if (window.Proofbell?.destroy) return;
  // If a tag manager runs the code from elsewhere, there is no current script.
  const tag = [document.currentScript, document.querySelector('script[data-site-id]')].find(
    (one) => (one as HTMLElement | null)?.dataset?.siteId,
  ) as HTMLScriptElement | undefined;
  if (tag) window.Proofbell = startWidget(window, tag, tag.dataset.siteId as string, conditions);
}
