// The widget's style for a page that is smaller than the browser's window. Pure.
import type { Notification } from '#shared/contract/notification.ts';
import type { Appearance, Behavior } from '#shared/embed/payload.ts';
import { styleOf } from '#shared/embed/style.ts';
import type { PageNotification } from './page-notifications.ts';

const FEATURES_QUERY =
  /@media\s*(?:(?:only\s+)?(?:screen|all)\s+and\s+)?(\([^()]*\)(?:\s+(?:and|or)\s+\([^()]*\))*)\s*\{/gi;
const FEATURE = /\([^()]*\)/g;
const SIZE_FEATURE = /^\(\s*(?:(?:min-|max-)?(?:width|height|aspect-ratio)|orientation)\b|[<>]=?\s*(?:width|height)\b/i;
const VIEWPORT_UNIT = /(\d)[sld]?v(w|h|min|max)\b/gi;

/**
 * @returns a style sheet in which the size of the screen is that of the page around it, a query container: without this,
 * a phone in the preview would look as the owner's own screen makes it look. Queries about anything else stay.
 */
export const fitToPage = (css: string): string =>
  css
    .replace(FEATURES_QUERY, (whole, query: string) => {
      const isOfSize = query.match(FEATURE)?.every((feature) => SIZE_FEATURE.test(feature));
      return isOfSize ? `@container ${query}{` : whole;
    })
    .replace(VIEWPORT_UNIT, '$1cq$2');

const withOwn = (appearance: Appearance, own: NonNullable<Notification['appearance']>): Appearance =>
  ({
    brandColors: { ...appearance.brandColors, ...own.brandColors },
    typography: { ...appearance.typography, ...own.typography },
    animations: { ...appearance.animations, ...own.animations },
    layout: { ...appearance.layout, ...own.layout },
  }) as Appearance;

/**
 * What the widget's own sheet says about the window, for the page. And colors follow a setting at once: only what moves
 * a notification takes the animation's time.
 */
const ON_PAGE = '.notice{max-height:calc(100cqh - 40px);transition-property:opacity,transform,translate,scale}';

/**
 * @param customCSS the owner's style sheet as visitors get it. What stands in `appearance` was not checked, and a
 * notification's own is left out.
 * @returns the generated part of the style, for the preview's page.
 */
export function pageStyle(
  { appearance, behavior }: { appearance: Appearance; behavior: Behavior },
  customCSS: string,
  notifications: readonly PageNotification[],
): string {
  const [first] = notifications;
  const own = notifications.length === 1 ? first?.appearance : null;
  const drawn = own ? withOwn(appearance, own) : appearance;
  const generated = styleOf({ ...drawn, customCSS: '' }, behavior, notifications, 'page');
  return fitToPage(generated + ON_PAGE + customCSS);
}
