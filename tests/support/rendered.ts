// A part of the client as it first appears, without a browser: with what the server has answered, at an address.
import type { QueryKey } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { MemoryRouter } from 'react-router';
import { AuthContext } from '#client/auth/session-context.tsx';
import { trpc } from '#client/auth/trpc.ts';
import type { Billing } from '#shared/contract/billing.ts';
import { setUpApi } from './browser-api.ts';

/** @param known answers of the server, by their keys. @param address path and query. @returns the markup. */
export function rendered(part: ReactElement, known: readonly (readonly [QueryKey, unknown])[] = [], address = '/') {
  const { api } = setUpApi(() => undefined);
  const { client, queryClient } = api;
  for (const [key, data] of known) queryClient.setQueryData(key, data);
  const router = createElement(MemoryRouter, { initialEntries: [address] }, part);
  const children = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(AuthContext, { value: api }, router),
  );
  return renderToString(createElement(trpc.Provider, { client, queryClient, children }));
}

/** @returns the part within that form. */
export const inForm = <Values extends FieldValues>(form: UseFormReturn<Values>, part: ReactElement): ReactElement =>
  createElement(FormProvider as unknown as FunctionComponent<UseFormReturn<Values>>, form, part);

/** @returns what stands there, in order. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll('<!-- -->', '')
    .replaceAll(/(?:<[^>]*>)+/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .trim();

/** What the server says of an account with one site and no plan. */
export const FREE_BILLING: Billing = {
  plan: 'free',
  status: 'none',
  cycle: null,
  renewsAt: null,
  cancelsAt: null,
  sites: { owned: 1, allowed: 1, remaining: 0, mayCreate: false },
  isGranted: false,
  hasCustomer: false,
  offer: { buying: 'live', reason: null },
};
