// The screens for everybody, in the specification's order; screens.ts has those of owners beside them.
import { LifeBuoy } from 'lucide-react';
import type { AuthErrorType } from '#shared/messages.ts';
import { forAll } from './screen-kinds.ts';

type LoginQuery = { error?: AuthErrorType | undefined; from?: string | undefined };

/** What pages depend on that say who runs the installation. */
const BY_OPERATOR = ['contact', 'operator', 'address'] as const;

export const everybodysScreens = {
  home: forAll({
    path: '/',
    nav: { label: 'Features', href: '/#features' },
    page: {
      description:
        "Show visitors what's really happening in your shop: orders, reviews, sign-ups. Self-hosted, honest, one script tag, 7 kB in all.",
    },
  }),
  register: forAll({
    path: '/register',
    isAuthPage: true,
  }),
  login: {
    ...forAll({ path: '/login', isAuthPage: true }),
    /** @param query the reason for the redirect, and where to go afterwards. */
    href({ error, from }: LoginQuery = {}) {
      const query = new URLSearchParams({ ...(error && { error }), ...(from && { from }) });
      return query.size > 0 ? `/login?${query}` : '/login';
    },
  },
  forgotPassword: forAll({
    path: '/forgot-password',
  }),
  /** The target of emailed links, with a code in the fragment. */
  resetPassword: forAll({
    path: '/reset-password',
  }),
  /** Where the operator's own system sends its users, with a token and optionally a path to continue to. */
  ssoLogin: forAll({
    path: '/sso-login',
    layout: 'bare',
    isAuthPage: true,
  }),
  pricing: forAll({
    path: '/pricing',
    nav: { label: 'Pricing' },
    page: {
      description:
        'Plans differ only in the number of sites: every plan has every feature, and traffic costs nothing extra.',
      varies: ['buying', 'pointless'],
    },
  }),
  about: forAll({
    path: '/about',
    page: { varies: BY_OPERATOR },
  }),
  contact: forAll({
    path: '/contact',
    page: { description: 'Write to the people who run this server, and see who they are.', varies: BY_OPERATOR },
  }),
  blog: forAll({
    path: '/blog',
    page: { description: "Social proof that's true: how to install it, word it, measure it and keep it fast." },
  }),
  blogPost: {
    ...forAll({ path: '/blog/:id', page: {} }),
    /** @param id of the post. @param section the id of one of its headings. */
    href: (id = 'install-on-any-platform', section?: string) => `/blog/${id}${section ? `#${section}` : ''}`,
  },
  privacyPolicy: forAll({
    path: '/privacy-policy',
    page: { varies: BY_OPERATOR },
  }),
  termsOfService: forAll({
    path: '/terms-of-service',
    page: { varies: BY_OPERATOR },
  }),
  cookiePolicy: forAll({
    path: '/cookie-policy',
    page: { varies: BY_OPERATOR },
  }),
  /** Where the payment provider sends buyers back to. */
  paymentSuccess: forAll({
    path: '/payment-success',
  }),
  faq: forAll({
    path: '/faq',
    nav: { label: 'FAQ' },
    page: {},
  }),
  support: forAll({
    path: '/support',
    helpNav: { label: 'Support', icon: LifeBuoy },
    page: {
      description: 'Search the guides and the frequently asked questions, or ask the people who run this server.',
      varies: ['contact', 'operator'],
    },
  }),
  supportGuide: {
    ...forAll({
      path: '/support/:guide',
      page: {},
    }),
    /** @param guide its name, such as 'rules'. @param section the id of one of its headings. */
    href: (guide = 'getting-started', section?: string) => `/support/${guide}${section ? `#${section}` : ''}`,
  },
  /** Where the mark of a notification leads, for the visitors of a shop; without one, a proof can be pasted. */
  checkProof: forAll({ path: '/proof', layout: 'quiet' }),
  notificationProof: {
    ...forAll({ path: '/proof/:siteId/:notificationId', layout: 'quiet' }),
    href: (siteId = 'example', notificationId = 'example') => `/proof/${siteId}/${notificationId}`,
  },
  unauthorized: forAll({ path: '/unauthorized' }),
};
