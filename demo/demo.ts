// `npm run demo`: fills the temporary database and builds the shops.
import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { SECOND } from '#shared/time.ts';
import { demoBanner, shopOriginOf } from './banner.ts';
import { makeCheckout } from './checkout.ts';
import { GUARD_PATH, makeGuardPage } from './guard.ts';
import { NEXT_NUMBER } from './orders.ts';
import { seedDemo } from './seed.ts';
import { makeShop } from './shop.ts';
import { makeWooShop, WOO_PATH } from './woo-shop.ts';

/** As long as shops wait for an answer. */
const PATIENCE = 5 * SECOND;

export type RunningDemo = {
  /** Everything below /demo. */
  app: Hono;
  /** To print once the server is listening. */
  banner: string;
};

/**
 * @param deps with an empty, migrated database. @param origin where this process can reach the server: PUBLIC_URL may lead
 * through a proxy that only others can.
 */
export async function startDemo(deps: Deps, origin: string): Promise<RunningDemo> {
  const { publicUrl } = deps.config;
  const demo = await seedDemo(deps);
  const { now } = deps.clock;
  const hook = { url: origin + new URL(demo.hook.url).pathname, secret: demo.hook.secret };
  const shopOrigin = shopOriginOf(publicUrl);
  const checkout = makeCheckout({ hook, shopOrigin, now, firstNumber: NEXT_NUMBER });
  // A sale stands whether Proofbell answers or not.
  const reach = {
    fetch: (path: string, init?: RequestInit) =>
      fetch(origin + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) }).catch(
        () => new Response(null, { status: 503 }),
      ),
  };
  const guard = makeGuardPage({ hook, siteId: demo.siteId, publicUrl, shopOrigin, reach, now });
  return {
    app: makeShop(publicUrl, demo.siteId)
      .route('/', checkout)
      .route(GUARD_PATH.replace('/demo', ''), guard)
      .route(WOO_PATH.replace('/demo', ''), makeWooShop({ publicUrl, siteId: demo.siteId, reach, now })),
    banner: demoBanner(publicUrl, demo),
  };
}
