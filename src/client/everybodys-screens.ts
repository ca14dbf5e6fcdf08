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
        "Show visitors what's really happening in your shop: orders, reviews, sign-ups. Self-hosted, honest, one script tag of 6 kB.",
    },
    load: () => import('./public/home-page.tsx'),
  }),
  register: forAll({
    path: '/register',
    isAuthPage: true,
    load: () => import('./features/registration/register-page.tsx'),
  }),
  login: {
    ...forAll({ path: '/login', isAuthPage: true, load: () => import('./auth/screens/login-page.tsx') }),
    /** @param query the reason for the redirect, and where to go afterwards. */
    href({ error, from }: LoginQuery = {}) {
      const query = new URLSearchParams({ ...(error && { error }), ...(from && { from }) });
      return query.size > 0 ? `/login?${query}` : '/login';
    },
  },
  forgotPassword: forAll({
    path: '/forgot-password',
    load: () => import('./auth/screens/forgot-password-page.tsx'),
  }),
  /** The target of emailed links, with a code in the fragment. */
  resetPassword: forAll({
    path: '/reset-password',
    load: () => import('./auth/screens/reset-password-page.tsx'),
  }),
  /** Where the operator's own system sends its users, with a token and optionally a path to continue to. */
  ssoLogin: forAll({
    path: '/sso-login',
    layout: 'bare',
    isAuthPage: true,
    load: () => import('./auth/screens/sso-login-page.tsx'),
  }),
  pricing: forAll({
    path: '/pricing',
    nav: { label: 'Pricing' },
    page: {
      description:
        'Plans differ only in the number of sites: every plan has every feature, and traffic costs nothing extra.',
      varies: ['buying', 'pointless'],
    },
    load: () => import('./public/pricing-page.tsx'),
  }),
  about: forAll({
    path: '/about',
    page: { varies: BY_OPERATOR },
    load: () => import('./public/content-page.tsx'),
  }),
  contact: forAll({
    path: '/contact',
    page: { description: 'Write to the people who run this server, and see who they are.', varies: BY_OPERATOR },
    load: () => import('./public/contact-page.tsx'),
  }),
  blog: forAll({
    path: '/blog',
    page: { description: "Social proof that's true: how to install it, word it, measure it and keep it fast." },
    load: () => import('./public/blog-page.tsx'),
  }),
  blogPost: {
    ...forAll({ path: '/blog/:id', page: {}, load: () => import('./public/blog-post-page.tsx') }),
    /** @param id of the post. @param section the id of one of its headings. */
    href: (id = 'install-on-any-platform', section?: string) => `/blog/${id}${section ? `#${section}` : ''}`,
  },
  privacyPolicy: forAll({
    path: '/privacy-policy',
    page: { varies: BY_OPERATOR },
    load: () => import('./public/content-page.tsx'),
  }),
  termsOfService: forAll({
    path: '/terms-of-service',
    page: { varies: BY_OPERATOR },
    load: () => import('./public/content-page.tsx'),
  }),
  cookiePolicy: forAll({
    path: '/cookie-policy',
    page: { varies: BY_OPERATOR },
    load: () => import('./public/content-page.tsx'),
  }),
  /** Where the payment provider sends buyers back to. */
  paymentSuccess: forAll({
    path: '/payment-success',
    load: () => import('./features/billing/payment-success-page.tsx'),
  }),
  faq: forAll({
    path: '/faq',
    nav: { label: 'FAQ' },
    page: {},
    load: () => import('./features/documentation/faq-page.tsx'),
  }),
  support: forAll({
    path: '/support',
    helpNav: { label: 'Support', icon: LifeBuoy },
    page: {
      description: 'Search the guides and the frequently asked questions, or ask the people who run this server.',
      varies: ['contact', 'operator'],
    },
    load: () => import('./features/documentation/support-page.tsx'),
  }),
  supportGuide: {
    ...forAll({
      path: '/support/:guide',
      page: {},
      load: () => import('./features/documentation/support-guide-page.tsx'),
    }),
    /** @param guide its name, such as 'rules'. @param section the id of one of its headings. */
    href: (guide = 'getting-started', section?: string) => `/support/${guide}${section ? `#${section}` : ''}`,
  },
  /** Where the mark of a notification leads; without one, a proof can be pasted. */
  checkProof: forAll({ path: '/proof', load: () => import('./public/proof/proof-page.tsx') }),
  notificationProof: {
    ...forAll({ path: '/proof/:siteId/:notificationId', load: () => import('./public/proof/proof-page.tsx') }),
    href: (siteId = 'example', notificationId = 'example') => `/proof/${siteId}/${notificationId}`,
  },
  unauthorized: forAll({ path: '/unauthorized', load: () => import('./auth/screens/unauthorized-page.tsx') }),
};
