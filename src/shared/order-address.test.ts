import { describe, expect, it } from 'vitest';
import { isOrderAddress } from './order-address.ts';

describe('an address of an order', () => {
  it('is known by its own name, or by what it is the address of', () => {
    for (const path of [
      ['order_status_url'],
      ['order', 'paymentUrl'],
      ['Order status URL'],
      ['data', 'object', 'hosted_invoice_url'],
      ['receipt-url'],
      ['order', 'url'],
      ['orders', '0', 'checkout', '0', 'href'],
      ['orders', '0', 'url'],
      ['invoices', '0', 'url'],
      ['payments', '0', 'href'],
      ['order', 'links', '0', 'url'],
      ['order', 'urls', '0'],
      ['statuses', '0', 'url'],
      ['order', 'summary_url'],
      ['orders', '0', 'view_url'],
      ['order', 'viewUrl'],
      // The order's own list.
      ['order_items_url'],
      ['order_line_url'],
      ['order_line_items_url'],
      ['cart_items_link'],
      ['order', 'items_url'],
      // A product's name lets none of these through.
      ['payment_url'],
      ['order_item_status_url'],
      ['item_payment_link'],
      ['product_checkout_url'],
      ['receipt_image'],
      ['online_order_url'],
    ])
      expect([path, isOrderAddress(path)]).toEqual([path, true]);
  });

  it('is not that of a product in an order', () => {
    for (const path of [
      [],
      ['url'],
      ['order', 'product_url'],
      ['order', 'items', '0', 'url'],
      ['order', 'image'],
      ['order', 'thumbnail_url'],
      ['order', 'items', '0', 'view_url'],
      ['order', 'shop', 'url'],
      ['order', 'id'],
      ['order', 'image', 'url'],
      ['order_item_image'],
      ['order_product_url'],
      ['cart_item_url'],
      ['Order item image'],
      ['orderLines', '0', 'url'],
      ['order_items', '0', 'pictures', '0', 'url'],
      ['line_items', '0', 'product', 'permalink'],
      ['Border link'],
    ])
      expect([path, isOrderAddress(path)]).toEqual([path, false]);
  });
});
