// Other people's words in our emails: anyone may choose a name, and a shop's buyers write what notifications say.

/**
 * Whether an email program could read a link or an address into it, in any script. Accents and vowel signs don't keep it
 * from that, and browsers leave invisible characters out of an address.
 */
export const isAddressLike = (word: string) =>
  /@|:\/|[/\\]{2}|[\p{L}\p{N}]:[\p{L}\p{N}]|[.。][\p{L}\p{N}]{2}/u.test(
    word.normalize('NFKC').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''),
  );

/** @returns the text in one line, with an ellipsis for each word that an email program could turn into a link. */
export const withoutAddresses = (text: string): string =>
  text
    .split(/[\s\p{C}]+/u)
    .map((word) => (isAddressLike(word) ? '…' : word))
    .join(' ')
    .trim();
