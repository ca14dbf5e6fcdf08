// Recognizes, by the name of where it stands, an address that is an order's own: whoever has it may read the order, or pay
// it, so no visitor is ever sent there. Pure.

/** What such fields are called; each is a whole word of the name. */
const ORDER_WORDS = new Set([
  'order',
  'checkout',
  'payment',
  'invoice',
  'receipt',
  'cart',
  'status',
  'tracking',
  'cancel',
  'confirmation',
]);
/** What says of a field only that it is an address. */
const ADDRESS_WORDS = new Set(['url', 'uri', 'link', 'href', 'permalink', 'page']);

/** @returns the words of `order_status_url`, `orderStatusUrl` or `Order status URL`, in small letters. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/**
 * @param names from the outermost field to the one with the address; numbers are places in a list.
 * @returns whether it is called as an address of an order is: by its own name, or by that of what it is the address of.
 */
export function isOrderAddress(names: readonly string[]): boolean {
  const [own, parent] = names.filter((name) => !/^\d+$/.test(name)).toReversed();
  const words = wordsOf(own ?? '');
  if (words.some((word) => ORDER_WORDS.has(word))) return true;
  return (
    words.length > 0 &&
    words.every((word) => ADDRESS_WORDS.has(word)) &&
    wordsOf(parent ?? '').some((word) => ORDER_WORDS.has(word))
  );
}
