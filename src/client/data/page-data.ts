// What a page brings along, as the answers to the queries that ask for it: a prerendered one what it knows of the
// installation, a screen of an owner what it asks for first.
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/auth/trpc.ts';
import { FIRST_DATA_ID, type FirstAnswer, type FirstData } from '#shared/first-data.ts';
import type { PageData } from '#shared/page-data.ts';
import { PRICING_KEY } from './pricing.ts';

/** Answers the queries of a page's first render. What may have changed since the server's start is asked for again. */
export function seedQueries(queryClient: QueryClient, { meta, pricing, offer }: PageData): void {
  queryClient.setQueryData(getQueryKey(trpc.meta.info, undefined, 'query'), meta);
  queryClient.setQueryData(PRICING_KEY, pricing, { updatedAt: 0 });
  queryClient.setQueryData(getQueryKey(trpc.billing.offer, undefined, 'query'), offer, { updatedAt: 0 });
}

/** @returns the data that the server put into a prerendered page; null on any other. */
export function readPageData(page: Document): PageData | null {
  const text = page.getElementById('page-data')?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}

/**
 * Takes what the server put into an owner's screen out of the page, which must not show it to whoever comes next.
 * @returns null where there is nothing.
 */
export function takeFirstData(page: Pick<Document, 'getElementById'>): FirstData | null {
  const element = page.getElementById(FIRST_DATA_ID);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as FirstData) : null;
}

/** Answers the queries of a screen's first render, as if they had just been asked. */
export function seedAnswers(queryClient: QueryClient, answers: readonly FirstAnswer[]): void {
  for (const { path, input, data } of answers) {
    // tRPC's key of a query.
    queryClient.setQueryData([path.split('.'), { ...(input !== undefined && { input }), type: 'query' }], data);
  }
}
