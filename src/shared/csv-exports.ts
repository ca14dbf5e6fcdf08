// The files in which shops export their orders: by which columns they are recognized, and what those mean. Pure.
import type { Mapping } from './contract/mapping.ts';
import { isByStaff } from './facts/channels.ts';
import { type OrderState, orderStateOf } from './facts/statuses.ts';

/** Whose export a file is. */
const EXPORTS = ['shopify', 'woocommerce'] as const;
export type ExportKind = (typeof EXPORTS)[number];

export type KnownExport = {
  /** Columns by which it is recognized. */
  marks: string[];
  mapping: Mapping;
  /** Rows with the same value here as the row above are more of the same. */
  order?: string;
  /** @returns how the order stands; undefined where that isn't clear. @param cell by the column's name. */
  stateOf(cell: (column: string) => string): OrderState | undefined;
  /** @returns why the order is no longer true, where the shop says so in as many words. */
  endOf(cell: (column: string) => string): EndedRow['because'] | undefined;
  /** @returns whether somebody of the shop entered it. */
  isByStaff?(cell: (column: string) => string): boolean;
  /** How its products are written, if not simply by name. */
  product?(text: string): string;
};

/** An order whose end a file tells of. */
export type EndedRow = { id: string; because: 'refunded' | 'cancelled' };

/** As deliveries have it: words of a shop's own, such as Refund requested, end nothing for good. */
const exactEnd = (status: string): EndedRow['because'] | undefined =>
  (['refunded', 'cancelled'] as const).find((word) => word === status.toLowerCase().replace(/^wc-/, ''));

const PURCHASE = { kind: { value: 'purchase' } };

/**
 * Shopify: https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders; its ids are those of its
 * webhooks, so that an order that came both ways is one event. WooCommerce: Analytics > Orders > Download, whose columns
 * are in get_export_columns of its src/Admin/API/Reports/Orders/Controller.php, in English.
 */
export const KNOWN: Record<ExportKind, KnownExport> = {
  shopify: {
    marks: ['Name', 'Financial Status', 'Created at', 'Lineitem name'],
    order: 'Name',
    mapping: {
      fields: {
        ...PURCHASE,
        id: { pointers: ['/Id', '/Name'] },
        reference: { pointers: ['/Id', '/Name'] },
        occurredAt: { pointers: ['/Paid at', '/Created at'] },
        fullName: { pointers: ['/Billing Name', '/Shipping Name'] },
        email: { pointers: ['/Email'] },
        city: { pointers: ['/Billing City', '/Shipping City'] },
        region: { pointers: ['/Billing Province Name', '/Shipping Province Name'] },
        country: { pointers: ['/Billing Country', '/Shipping Country'] },
        product: { pointers: ['/Lineitem name'] },
        quantity: { pointers: ['/Lineitem quantity'] },
        amount: { pointers: ['/Total'] },
        currency: { pointers: ['/Currency'] },
      },
    },
    stateOf: (cell) => (cell('Cancelled at') === '' ? orderStateOf(cell('Financial Status')) : 'cancelled'),
    endOf: (cell) => (cell('Cancelled at') === '' ? exactEnd(cell('Financial Status')) : 'cancelled'),
    isByStaff: (cell) => isByStaff(cell('Source')),
  },
  woocommerce: {
    marks: ['Date', 'Order #', 'Status', 'Product(s)', 'Items sold'],
    mapping: {
      fields: {
        ...PURCHASE,
        id: { pointers: ['/Order #'] },
        reference: { pointers: ['/Order #'] },
        occurredAt: { pointers: ['/Date'] },
        fullName: { pointers: ['/Customer'] },
        product: { pointers: ['/Product(s)'] },
      },
    },
    stateOf: (cell) => orderStateOf(cell('Status'), { processing: 'paid' }),
    endOf: (cell) => exactEnd(cell('Status')),
    // '2× Oak Desk, 1× Chair'
    product: (text) => text.replace(/^\d+× /, '').split(/, \d+× /, 1)[0] ?? '',
  },
};

/** How names of columns are compared. */
export const exact = (name: string): string => name.trim().toLowerCase();

/** @returns whose export has this header; null when it isn't known. */
export function exportOf(header: readonly string[]): ExportKind | null {
  const names = new Set(header.map(exact));
  return EXPORTS.find((kind) => KNOWN[kind].marks.every((mark) => names.has(exact(mark)))) ?? null;
}
