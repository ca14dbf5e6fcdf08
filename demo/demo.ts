// `npm run demo`: fills the temporary database and builds the shop.
import type { Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { demoBanner } from './banner.ts';
import { seedDemo } from './seed.ts';
import { makeShop } from './shop.ts';

export type RunningDemo = {
  /** Everything below /demo. */
  app: Hono;
  /** To print once the server is listening. */
  banner: string;
};

/** @param deps with an empty, migrated database. */
export async function startDemo(deps: Deps): Promise<RunningDemo> {
  const { publicUrl } = deps.config;
  const demo = await seedDemo(deps);
  return {
    app: makeShop(publicUrl, demo.siteId),
    banner: demoBanner(publicUrl, demo),
  };
}
