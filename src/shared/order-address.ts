// Recognizes, by the name of where it stands, an address that is an order's own: whoever has it may read the order, or pay
// it, so no visitor is ever sent there. Pure.

/** An order as a whole; what it consists of is none of its own. Each is a word of a name, in the plural, too. */
const CONTAINER_WORDS = new Set(['order', 'cart']);
/** In the singular, also in the name of an address itself: that of all items of an order is the order's own list. */
const ONE_PRODUCT_WORDS = new Set(['item', 'product', 'image', 'picture', 'photo', 'thumbnail']);
const PRODUCT_WORDS = new Set([...ONE_PRODUCT_WORDS, 'line']);
/** What leads to an order whatever else its name says. */
const ORDER_WORDS = new Set([
  'checkout',
  'payment',
  'invoice',
  'receipt',
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

const isOneOf = (known: ReadonlySet<string>) => (word: string) =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((form) => known.has(form));

/**
 * @param names from the outermost field to the one with the address; numbers are places in a list.
 * @returns whether it is called as an address of an order is: by its own name or, where that says only that it is an
 * address, by that of what it is the address of.
 */
export function isOrderAddress(names: readonly string[]): boolean {
  const all = names.map(wordsOf);
  const at = all.findLastIndex((words) => !words.every(isOneOf(ADDRESS_WORDS)));
  const words = all[at] ?? [];
  if (words.some(isOneOf(ORDER_WORDS))) return true;
  const isContainer = (name: readonly string[]) =>
    name.some(isOneOf(CONTAINER_WORDS)) && !name.some(isOneOf(PRODUCT_WORDS));
  if (at < all.length - 1) return isContainer(words);
  const isOfOneProduct = words.some((word) => ONE_PRODUCT_WORDS.has(word));
  if (words.some(isOneOf(CONTAINER_WORDS))) return !isOfOneProduct;
  // An address that stands in the order itself, such as its `summary_url`.
  const parent = all.slice(0, -1).findLast((name) => name.length > 0) ?? [];
  return words.some(isOneOf(ADDRESS_WORDS)) && isContainer(parent) && !isOfOneProduct;
}
