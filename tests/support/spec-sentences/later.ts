// What sections 2 to 9 say about later steps: billing, and the rest of the public site, which is for
// visitors and no part of the owner's app. None of it is built or tagged in a test yet; with its first test a row moves to
// the table.

type Later = {
  sentence: string;
  why: 'billing' | 'public site';
  /** Its address, in the specification's own form. */
  route?: string;
};

export const LATER: readonly Later[] = [{ sentence: '/contact | Contact', why: 'public site', route: '/contact' }];
