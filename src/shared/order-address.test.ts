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
      ['line_items', '0', 'product', 'permalink'],
      ['Border link'],
    ])
      expect([path, isOrderAddress(path)]).toEqual([path, false]);
  });
});
