// What a prerendered page knows of the installation, as the answers to the queries that ask for it.
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/auth/trpc.ts';
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
