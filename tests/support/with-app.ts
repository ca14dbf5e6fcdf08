// An application with its own database, for the duration of one test.
import { makeTestApp, type TestApp } from './app.ts';
import { freshSqlite } from './databases.ts';

/** @param environment overrides, as text. */
export async function withApp<T>(
  use: (app: TestApp) => Promise<T>,
  environment: Record<string, string> = {},
): Promise<T> {
  const database = await freshSqlite();
  const app = makeTestApp(database, {
    SSO_SECRET: 'a single sign-on secret, of more than 32 bytes',
    ...environment,
  });
  try {
    return await use(app);
  } finally {
    await app.stop();
    await database.close();
  }
}
