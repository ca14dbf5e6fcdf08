// The rows of the REST table for the account's plan.
import { type RestRow, row } from './rest-row.ts';

export const BILLING_ROWS: readonly RestRow[] = [
  row({
    method: 'GET',
    path: '/billing',
    procedure: 'billing.read',
    wrap: 'billing',
    summary: 'Read your plan, its payment and number of sites',
  }),
  row({
    method: 'GET',
    path: '/billing/offer',
    procedure: 'billing.offer',
    wrap: 'offer',
    summary: 'Read whether plans can be bought here, and why not',
  }),
  row({
    method: 'POST',
    path: '/billing/checkout',
    procedure: 'billing.checkout',
    wrap: 'checkout',
    summary: 'Buy a plan: get the checkout. Existing plans change in the portal',
  }),
  row({
    method: 'POST',
    path: '/billing/confirm',
    procedure: 'billing.confirm',
    summary: 'Read a checkout that you returned from',
  }),
  row({
    method: 'POST',
    path: '/billing/portal',
    procedure: 'billing.portal',
    summary: "Open the payment provider's page for your plan, card and invoices, at your chosen change",
  }),
];
