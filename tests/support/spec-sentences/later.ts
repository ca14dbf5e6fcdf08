// What sections 2 to 9 say about later steps: billing, and the rest of the public site, which is for
// visitors and no part of the owner's app. None of it is built or tagged in a test yet; with its first test a row moves to
// the table.

type Later = {
  sentence: string;
  why: 'billing' | 'public site';
  /** Its address, in the specification's own form. */
  route?: string;
};

export const LATER: readonly Later[] = [
  { sentence: '/about | About us', why: 'public site', route: '/about' },
  { sentence: '/contact | Contact', why: 'public site', route: '/contact' },
  { sentence: '/blog | Blog list', why: 'public site', route: '/blog' },
  { sentence: '/blog/{id} | Blog post', why: 'public site', route: '/blog/:id' },
  { sentence: '/privacy-policy | Privacy policy', why: 'public site', route: '/privacy-policy' },
  { sentence: '/terms-of-service | Terms of service', why: 'public site', route: '/terms-of-service' },
  { sentence: '/cookie-policy | Cookie policy', why: 'public site', route: '/cookie-policy' },
];
