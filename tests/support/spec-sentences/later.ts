// What sections 2 to 9 say about later steps: billing, registration in steps, and the rest of the public site, which is for
// visitors and no part of the owner's app. None of it is built or tagged in a test yet; with its first test a row moves to
// the table.

type Later = {
  sentence: string;
  why: 'billing' | 'registration' | 'public site';
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
  { sentence: '/payment-success | Payment success', why: 'billing', route: '/payment-success' },
  {
    sentence: 'Registration: id, status, e-mail, payment and verification steps. Other fields not shown.',
    why: 'registration',
  },
  { sentence: 'Pricing data is also cached locally.', why: 'billing' },
  {
    sentence:
      'Registration steps in order: start, get status, payment (checkout session or processing), create the auth user, verify e-mail (check and resend), finish; a force-finish option exists.',
    why: 'registration',
  },
  { sentence: 'Registration requirements beyond these: not shown.', why: 'registration' },
  { sentence: 'Pricing cache | 24 h; min 10 s between attempts', why: 'billing' },
];
