// GET /api/embed/example: the payload of the widget on the product's own home page, made by the same code as a site's,
// of settings and notifications that are written here. It belongs to no site: nothing is read, stored or counted for it,
// and by `isExample` the widget knows to report nothing.
import type { Context } from 'hono';
import { EXAMPLE } from '#shared/embed/protocol.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { buildPayload, withSafeStyles } from '../domain/site/embed.ts';
import { refusal } from './cors.ts';
import { cacheControl } from './payload.ts';
import { type Forms, formOf, makeForms } from './payload-forms.ts';
import { makeVariantSender } from './variants.ts';

type Example = { id: string; type: string; title: string; message: string; ago: number; rating?: number };

const EXAMPLES: readonly Example[] = [
  {
    id: EXAMPLE.notificationId,
    type: 'purchase',
    title: 'Example order',
    message: 'Ana from Lisbon bought the Oak Desk',
    ago: 4 * MINUTE,
  },
  {
    id: 'example-review',
    type: 'review',
    title: 'Example review',
    message: '“Exactly as pictured.” Jonas, on the Linen Lamp',
    ago: 5 * HOUR,
    rating: 5,
  },
  {
    id: 'example-sign-up',
    type: 'signup',
    title: 'Example sign-up',
    message: 'Priya from Leeds joined the newsletter',
    ago: 18 * MINUTE,
  },
  {
    id: 'example-news',
    type: 'announcement',
    title: 'Example announcement',
    message: 'We now deliver to Portugal',
    ago: 0,
  },
];

/** What an owner would have changed: a quiet look, and each example once, while the page is read. */
const SETTINGS = {
  appearance: {
    brandColors: {
      primaryColor: '#0b5a58',
      secondaryColor: '#e59c1c',
      textColor: '#1b1916',
      linkColor: '#0b5a58',
      borderColor: '#e2dcd0',
    },
    typography: { fontFamily: 'Inter Variable' },
    animations: { animationType: 'Slide In' },
  },
  behavior: {
    position: 'bottom-right',
    timing: { initialDelay: 3, displayDuration: 9, timeBetween: 12, randomizeTiming: false },
    interaction: { clickBehavior: 'none' },
    visibility: { zIndex: 30 },
    queue: { order: 'custom' },
  },
};

/** The ages in it, such as "4 minutes ago", are off by at most this much. */
const REBUILT_AFTER = MINUTE;

const sourceAt = (now: number) => ({
  site: {
    id: EXAMPLE.siteId,
    name: 'Example',
    timezone: 'UTC',
    domains: [],
    widgetId: EXAMPLE.siteId,
    isActive: true,
    epochs: [],
    goals: [],
    hasSources: false,
    settings: SETTINGS,
    revision: 1,
    stamp: '',
  },
  notifications: EXAMPLES.map(({ ago, rating = null, ...example }, position) => ({
    ...example,
    name: null,
    image: null,
    url: null,
    rating,
    code: null,
    count: null,
    status: 'active' as const,
    timestamp: new Date(now - ago).toISOString(),
    startsAt: null,
    endsAt: null,
    position,
    rules: null,
    appearance: null,
    eventKey: null,
    aggregate: null,
    computed: null,
    isHeldBack: false,
    isSigned: null,
    isRead: null,
    // As if it had come over the API: these tell what a real one looks like.
    source: 'api',
  })),
});

/** @returns the handler. It reads no header but those of the encoding, and asks nothing of the database. */
export function makeExampleHandler(
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'texts'>,
): (c: Context) => Promise<Response> {
  const send = makeVariantSender('application/json');
  let built: { at: number; forms: Promise<Forms> } | undefined;

  const build = async (now: number): Promise<Forms> => {
    const source = await withSafeStyles(deps.texts, sourceAt(now));
    // No token of a site's: whoever reports with it counts nothing.
    const { full, compact, wordsFor } = await buildPayload(source, now, EXAMPLE.siteId, '');
    const isExample = true;
    return makeForms({ full: { ...full, isExample }, compact: { ...compact, isExample }, wordsFor }, now, () => {});
  };

  return async (c) => {
    try {
      const now = deps.clock.now();
      // Also after a clock that was set back.
      if (!built || Math.abs(now - built.at) >= REBUILT_AFTER) built = { at: now, forms: build(now) };
      const variants = await (await built.forms).get(formOf(c));
      return send(c, variants, cacheControl(Number.POSITIVE_INFINITY, false, false), 'Accept-Encoding');
    } catch (error) {
      built = undefined;
      return refusal(c, deps, error);
    }
  };
}
