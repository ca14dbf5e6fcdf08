// Answers what a page asks the server in place of it, or later, for states that a test can't bring about.
import type { Page } from '@playwright/test';

type Result = { result?: { data: { json: unknown } } };

/**
 * @param call the procedure, such as 'billing.offer'.
 * @param data what it answers; a function gets what the server answered.
 */
export const answer = (page: Page, call: string, data: unknown) =>
  page.route(new RegExp(`/api/trpc/[^?]*${call}`), async (route) => {
    const calls = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const response = await route.fetch();
    const results = (await response.json()) as Result | Result[];
    // A long list is asked for by itself.
    const { result } = (Array.isArray(results) ? results[calls.indexOf(call)] : results) ?? {};
    if (result) result.data = { json: typeof data === 'function' ? data(result.data.json) : data };
    await route.fulfill({ response, json: results });
  });

/** Holds back what the page asks for at `url` from now on. @returns what lets it go. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
