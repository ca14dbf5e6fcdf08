// Applications with their own database: for one test, and for each test of a suite on both databases.
import { onTestFinished } from 'vitest';
import type { Database } from '#server/db/open.ts';
import type { PlanId } from '#shared/pricing.ts';
import { makeTestApp, type TestApp } from './app.ts';
import { SSO } from './auth.ts';
import { type Client, makeOwner, makeShop, type Shop } from './client.ts';
import { type DatabaseOptions, freshSqlite, onBothDatabases } from './databases.ts';
import { eachTest } from './stages.ts';

/** For one test, with which it ends. @param environment overrides, as text. */
export async function startApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const database = await freshSqlite();
  const app = makeTestApp(database, { ...SSO, ...environment });
  onTestFinished(async () => {
    await app.stop();
    await database.close();
  });
  return app;
}

type Wanted = DatabaseOptions & {
  /** Overrides of the environment, as text. */
  env?: Record<string, string>;
};
type Given = {
  app: TestApp;
  /** The current test's. */
  database: () => Database;
};

/**
 * Runs a suite on both databases, each test with an application of its own.
 * @param suite gets what is to be used only inside tests and hooks (eachTest).
 */
export function describeApp(name: string, { env, ...options }: Wanted, suite: (given: Given) => void): void {
  const run = (database: () => Database) => suite({ app: eachTest(() => makeTestApp(database(), env)), database });
  onBothDatabases(name, options, run);
}

/** The same, with an owner and what they have after a few minutes. @param wanted the owner's plan, too: none by default. */
export const describeShop = (
  name: string,
  { plan, ...wanted }: Wanted & { plan?: PlanId },
  suite: (given: Given & { owner: Client; shop: Shop }) => void,
): void =>
  describeApp(name, wanted, (given) => {
    const owner = eachTest(() => makeOwner(given.app, undefined, plan));
    suite({ ...given, owner, shop: eachTest(() => makeShop(owner)) });
  });
