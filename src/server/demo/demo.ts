// `npm run demo`: fills the throw-away database and brings the shop.
import type { Env, Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { demoBanner } from './banner.ts';
import { seedDemo } from './seed.ts';
import { mountShop } from './shop.ts';

export type RunningDemo = {
  mount<E extends Env>(app: Hono<E>): void;
  /** For the console, once the server listens. */
  banner: string;
};

/** @param deps over an empty, migrated database. */
export async function startDemo(deps: Deps): Promise<RunningDemo> {
  const { publicUrl } = deps.config;
  const demo = await seedDemo(deps);
  return {
    mount: (app) => mountShop(app, publicUrl, demo.siteId),
    banner: demoBanner(publicUrl, demo),
  };
}
