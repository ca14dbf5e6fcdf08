// Those of messages.ts that the app needs on every screen, and its dashboards: the others come with the screens that say
// them, so that a first visit doesn't load them all.

export const FIRST_MESSAGES = {
  checkConnection: 'Check your internet connection and try again.',
  csrfRequired: 'CSRF token required',
  csrfInvalid: 'Invalid CSRF token',
  confirmRequired: "Please confirm that it's you",
  siteNotFound: 'Site not found',
  widgetNotFound: 'Widget not found',
} as const;

export const FIRST_TOASTS = {
  networkError: { title: 'Network Error' },
  authenticationError: { title: 'Authentication Error' },
  loggedOut: { title: 'Logged out' },
  logoutFailed: { title: "Couldn't log out" },
  siteUnknown: (slug: string): ToastText => ({ title: 'Site not found', description: `Site "${slug}" not found.` }),
  sitesFetchFailed: { title: 'Failed to fetch sites' },
  siteUpdateFailed: { title: 'Failed to update site' },
  widgetUpdateFailed: { title: 'Failed to update widget' },
} as const;

/** Section 8: auth error types, as they appear in `/login?error=…`. */
export const AUTH_ERRORS = {
  'token-expired': 'Your session has expired. Please sign in again.',
  'backend-unavailable': 'Our servers are currently unavailable. Please try again later.',
  'invalid-token': 'Invalid credentials. Please check your email and password.',
  'network-error': 'Network connection issue. Please check your internet connection and try again.',
  'verification-required': 'Please verify your email address before continuing.',
  'backend-error': "We're experiencing technical difficulties. Please try again later.",
  'registration-required': 'Please complete your registration before continuing.',
  'unknown-error': 'An unexpected error occurred. Please try again.',
  'auth-error': 'Authentication error. Please try signing in again.',
} as const;
export type AuthErrorType = keyof typeof AUTH_ERRORS;

export type ToastText = { title: string; description?: string };

/** Section 4: the route guard's card for redirect loops. */
export const AUTH_LOOP = {
  title: 'Authentication Error',
  description: 'There was a problem with authentication. Please try logging in again.',
  action: 'Go to Login',
} as const;
