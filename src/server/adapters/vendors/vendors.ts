// The vendors that deliver what happened in a shop: how each signs, and what its deliveries say.
import type { Vendors } from '../../domain/ports.ts';
import { checkSignature } from './delivery-signatures.ts';
import { parseBody } from './lossless-json.ts';
import { refused } from './reading.ts';
import { READERS } from './vendor.ts';
import { isWooPing } from './woocommerce.ts';

export const vendors: Vendors = {
  check: checkSignature,
  isPing: (kind, { field, body }) =>
    kind === 'woocommerce' && isWooPing(field('content-type'), new TextDecoder().decode(body.subarray(0, 100))),
  read(kind, { field, body }, now) {
    const parsed = parseBody(new TextDecoder().decode(body));
    return parsed === undefined ? refused('Not valid JSON') : READERS[kind]({ header: field, body: parsed }, now);
  },
};
