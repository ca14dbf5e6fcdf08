// Finds the embed tag of the running script, and starts the widget unless the page already runs one.
import type * as ConditionsFile from './conditions.ts';
import { type Proofbell, startWidget } from './widget.ts';

declare global {
  interface Window {
    Proofbell?: Proofbell;
  }
}

/** Our files: `widget.js`, and `widget-<hash>.js` of a fixed version. Other vendors' tags have a `data-site-id`, too. */
const FILE = /^[^?]+\/widget(-\w+)?\.js/;

/** @returns the site that a tag names: by an attribute, or in its address, for optimizers that drop attributes. */
const siteIdOf = ({ src, dataset }: HTMLScriptElement): string | undefined =>
  dataset.siteId || /siteId=([\w-]+)/.exec(src)?.[1];

/** @returns the tag of this very script, or where that can't be told, the page's first of ours; none without a site. */
function findTag(): HTMLScriptElement | undefined {
  const { currentScript } = document;
  // Names the file that this runs from, also of modules, which are no current script.
  const stack = `${new Error().stack}`;
  const scripts = [currentScript as HTMLScriptElement | null, ...document.querySelectorAll('script')];
  const tags = scripts.filter(
    (tag): tag is HTMLScriptElement =>
      !!tag &&
      !!siteIdOf(tag) &&
      // A proxy may have renamed the file; but what evaluates our code is somebody else's script.
      (FILE.test(tag.src) || !!tag.dataset.server || (tag === currentScript && !/eval|Function/.test(stack))),
  );
  return (
    tags.find((tag) => tag === currentScript || stack.includes(tag.src)) ||
    // Sites have UUIDs.
    tags.find((tag) => siteIdOf(tag)?.length === 36)
  );
}

/** @param conditions what they need, where it isn't a file of its own. */
export function runTag(conditions?: typeof ConditionsFile): void {
  // An element with this id, or the page's own value, is not the widget.
  if (window.Proofbell?.destroy) return;
  try {
    const tag = findTag() as HTMLScriptElement;
    window.Proofbell = startWidget(window, tag, siteIdOf(tag) as string, conditions);
  } catch {
    // Nothing else could tell the owner. No warning, which many a page sends to its error log.
    console.info('Proofbell: tag needs data-site-id or data-server');
  }
}
