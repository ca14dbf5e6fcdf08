// The routes of section 2 of the specification, to the letter, with the title of the screen that each opens.

export const PUBLIC_TITLES = {
  '/': 'Honest social proof for your shop',
  '/register': 'Create your account',
  '/login': 'Log in',
  '/forgot-password': 'Forgot your password?',
  '/reset-password': 'Choose a new password',
  '/pricing': 'Pricing',
  '/about': 'About us',
  '/contact': 'Contact',
  '/blog': 'Blog',
  '/blog/:id': 'How to install a widget on any platform',
  '/privacy-policy': 'Privacy policy',
  '/terms-of-service': 'Terms of service',
  '/cookie-policy': 'Cookie policy',
  '/payment-success': 'Payment',
  '/support': 'Support',
  '/faq': 'FAQ',
  // Without a token it goes on to the login page.
  '/sso-login': 'Log in',
};

export const OWNER_TITLES = {
  '/dashboard': 'All sites',
  '/analytics': 'Analytics',
  '/settings': 'User Settings',
  '/create-site': 'New site',
  '/testing/rules': 'Rules test page',
  '/testing/analytics': 'Analytics test page',
  '/upgrade': 'Upgrade to Premium',
};

/** By the sub-page of a site's address. */
export const SITE_TITLES = {
  dashboard: 'Dashboard',
  analytics: 'Analytics',
  notifications: 'Notifications',
  appearance: 'Appearance & Design',
  behavior: 'Behavior & Timing',
  rules: 'Rules & Targeting',
  'site-setup': 'Site Setup',
  'developer-tools': 'Developer Tools',
  advanced: 'Advanced Options',
  performance: 'Performance',
  reports: 'Reports',
  documentation: 'Documentation',
  push: 'Push notifications',
};
