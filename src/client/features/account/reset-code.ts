// The code of a mailed password link. It stands in the fragment, which reaches no server and no log.

/** @param hash a location's fragment, `#` included. @returns the code in it, or null. */
export const codeInFragment = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('reset') || null;
