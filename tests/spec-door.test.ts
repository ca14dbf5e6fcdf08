// Every rule and message of the specification about the door (4: auth, refresh, loop, corrupted, verification; 5:
// sign-up, login, profile, resend; 8: auth errors, HTTP behaviour, toasts), and the test that shows it. A test that is
// renamed or gone fails here; whether it is green its own run tells.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AUTH_ERRORS, MESSAGES, TOASTS, VERIFICATION } from '#shared/messages.ts';

const API = 'src/client/api';
const GUARDS = 'tests/e2e/door-guards.spec.ts';
const REDIRECTS = 'tests/e2e/door-guards-redirects.spec.ts';
const ODD = 'tests/e2e/door-guards-odd.spec.ts';
const LIMITS = 'tests/e2e/door-limits.spec.ts';
const FORMS = 'tests/e2e/account-forms.spec.ts';
const OWNER = 'tests/e2e/owner.spec.ts';
const PASSWORD = 'tests/e2e/account-password.spec.ts';
const SETTINGS = 'tests/e2e/account-settings.spec.ts';
const ACCOUNT = 'src/server/domain/account.test.ts';

const RULES: [rule: string, file: string, test: string][] = [
  // 2, 4: routes and the guard
  ['loading, then authenticated or not', `${API}/session.test.ts`, 'the start signs in when the cookie is good'],
  [
    'unauthenticated goes to /login remembering the origin',
    GUARDS,
    'is told, leads to the login page, and back to where one was',
  ],
  ['after login to the origin, else /dashboard', OWNER, 'it leads back to where one wanted to be'],
  ['after logout to /', OWNER, 'logging out ends on the home page'],
  ['token parameter on any page', 'tests/e2e/account-sso.spec.ts', 'signs in on any page'],
  ['admin-only pages', 'src/client/app/require-access.test.ts', 'others go to /unauthorized'],
  ['premium-only pages', 'src/client/app/require-access.test.ts', 'others go to /pricing'],
  ['subscribed: active and a type', `${API}/access-rule.test.ts`, 'isSubscribed'],
  // 4: refresh
  ['3 refreshes in 60 s', `${API}/refresh-rule.test.ts`, 'a fourth within 60 seconds is refused'],
  ['until the cool-down passes', `${API}/refresh-rule.test.ts`, 'the cool-down passes 60 seconds after'],
  ['any success resets the counter', `${API}/create-api.test.ts`, 'any successful answer ends the count of refreshes'],
  ['a token older than 30 min', `${API}/refresh-rule.test.ts`, 'a token is old when it is older than 30 minutes'],
  ['auth-state changes debounced 500 ms', `${API}/watch-session.test.ts`, 'half a second after the last'],
  // 4: loops and corrupted state
  ['more than 3 redirects in 2 s', `${API}/redirect-rule.test.ts`, 'four are a loop'],
  ['… clears stored redirect data and forces /login', REDIRECTS, 'more than three redirects within two seconds'],
  ['under 1 s: the card', REDIRECTS, 'a redirect less than a second ago is a loop'],
  ['ordinary use is no loop', REDIRECTS, 'an expiry, a login and another expiry within a second'],
  ['corrupted state reloads once', ODD, 'is mended by loading the page once'],
  ['… its flag goes after 10 s', `${API}/state-repair.test.ts`, 'the reload counts as the attempt for ten seconds'],
  ['… still corrupted: /login', ODD, 'that a new page does not mend leads to the login page'],
  // 4: verification
  ['passed by provider or flag', LIMITS, 'who registers and opens the mailed link is greeted, and let in'],
  ['3 retries, then patience', 'src/client/features/account/verification.test.ts', 'the next asks for patience'],
  ['… on the screen', LIMITS, 'the gate tells of the network when it cannot ask'],
  ['auto-check after 1 s, the flag userEmailVerified', FORMS, 'the gate asks by itself after a second'],
  ['route guard: spinner with Loading...', FORMS, 'the guard shows a spinner with its word'],
  // The forms
  ['password managers', FORMS, 'password managers are told what each field is'],
  ['paste, Enter, busy', FORMS, 'a password can be pasted, Enter sends it'],
  ['focus on the first fault', FORMS, 'the first fault has the focus, in each form'],
  // 5: texts
  ['already-used e-mail', ACCOUNT, 'are one for all spellings of an address'],
  ['invalid e-mail', LIMITS, 'MESSAGES.emailInvalid'],
  ['weak password', LIMITS, 'MESSAGES.passwordWeak'],
  ['… refused by the server, too', 'tests/account.test.ts', 'MESSAGES.passwordWeak'],
  ['user not found, wrong password', ACCOUNT, 'say which of the two was wrong at login'],
  ['… on the field', OWNER, 'it says on the field what was wrong'],
  ['too many requests', LIMITS, 'the sixth password in a row is refused'],
  ['profile: a 400 with a list', SETTINGS, 'what the server refuses is listed, and said on the field'],
  ['profile: otherwise the server message', 'src/client/features/account/profile-fault.test.ts', 'without a list'],
  ['resend once per 60 s', ACCOUNT, 'get another mail at most once a minute'],
  ['… and its toast', LIMITS, 'a verification mail is sent once a minute'],
  // 8: HTTP behaviour
  ['the nine auth errors', LIMITS, 'the login page says each of the nine errors'],
  ['403 CSRF: a new token, one retry after 0.5 s', `${API}/transport.test.ts`, 'tried once more after half a second'],
  ['… the other message, too', `${API}/transport.test.ts`, 'a token that is said to be missing is fetched anew'],
  ['… in the browser', GUARDS, 'a lost CSRF cookie is replaced without a word'],
  ['401 signed in: refresh, one retry', `${API}/create-api.test.ts`, 'a call refused with 401 is tried once more'],
  ['… failing: the event', `${API}/create-api.test.ts`, 'fires auth:token-refresh-failed'],
  ['… failing: toast and /login', GUARDS, 'a refresh that is refused ends it'],
  ['401 signed out: the event', `${API}/create-api.test.ts`, 'fires auth:unauthenticated and refreshes nothing'],
  ['400, 403, 404, 500: logged', `${API}/create-api.test.ts`, 'failures are logged by call, status and request'],
  ['CSRF fetch failing: the stored token', `${API}/csrf.test.ts`, 'cannot be fetched anew is the last one known'],
  ['… on 404 a generated one', `${API}/csrf.test.ts`, 'gets a token of our own making'],
  ['registration without the auth header', `${API}/create-api.test.ts`, 'go without the auth header'],
  ['time-out 10 s', `${API}/transport.test.ts`, 'a call is given up after ten seconds'],
  ['time-out 5 s for CSRF', `${API}/csrf.test.ts`, 'the fetch is given up after five seconds'],
  ['time-out 3 s for health', `${API}/reach.test.ts`, 'a server that is silent for three seconds'],
];

/** Each toast of section 8 about the door, by its name in TOASTS, and the file that sees it on a screen. */
const SEEN: [toast: keyof typeof TOASTS, file: string, seen: string][] = [
  ['loginSuccessful', LIMITS, 'TOASTS.loginSuccessful.title'],
  ['loginFailed', LIMITS, 'TOASTS.loginFailed.title'],
  ['accountCreated', LIMITS, 'TOASTS.accountCreated.title'],
  ['verificationSent', LIMITS, 'TOASTS.verificationSent(email)'],
  ['loggedOut', LIMITS, 'TOASTS.loggedOut.title'],
  ['profileUpdated', SETTINGS, 'Profile updated'],
  ['updateFailed', SETTINGS, 'Update failed'],
  ['resetLinkSent', PASSWORD, 'Reset link sent'],
  ['passwordResetFailed', PASSWORD, 'Password reset failed'],
  ['authenticationError', GUARDS, 'Authentication Error'],
  ['pleaseWait', LIMITS, 'TOASTS.pleaseWait.title'],
  ['verificationSendFailed', LIMITS, 'TOASTS.verificationSendFailed.description'],
  ['checkingVerification', LIMITS, 'TOASTS.checkingVerification.title'],
  ['emailVerified', LIMITS, 'TOASTS.emailVerified.title'],
  ['notVerifiedYet', LIMITS, 'TOASTS.notVerifiedYet.title'],
  ['verificationNetworkError', LIMITS, 'TOASTS.verificationNetworkError.description'],
  ['verificationCheckFailed', LIMITS, 'TOASTS.verificationCheckFailed.description'],
  ['registrationFailed', LIMITS, 'TOASTS.registrationFailed.title'],
  ['networkError', LIMITS, 'TOASTS.networkError.title'],
];

const isIn = (file: string, text: string) => readFileSync(file, 'utf8').includes(text);

it('each rule has the test that the table names', () => {
  expect(RULES.filter(([, file, test]) => !isIn(file, test))).toEqual([]);
});

it('each toast is seen by the test that the table names', () => {
  expect(SEEN.filter(([, file, seen]) => !isIn(file, seen))).toEqual([]);
  expect(SEEN.filter(([toast]) => !(toast in TOASTS))).toEqual([]);
});

it('each text is the specification’s, to the letter', () => {
  expect([MESSAGES.emailTaken, MESSAGES.emailInvalid, MESSAGES.passwordWeak]).toEqual([
    'This email is already registered',
    'Please provide a valid email address',
    'Password should be at least 6 characters',
  ]);
  expect([MESSAGES.userNotFound, MESSAGES.wrongPassword, MESSAGES.tooManyRequests, MESSAGES.validation]).toEqual([
    'No account found with this email address',
    'Incorrect password. Please try again',
    'Too many failed attempts. Please try again later',
    'Please correct the following:',
  ]);
  expect([MESSAGES.csrfInvalid, MESSAGES.csrfRequired]).toEqual(['Invalid CSRF token', 'CSRF token required']);
  expect(AUTH_ERRORS).toEqual({
    'token-expired': 'Your session has expired. Please sign in again.',
    'backend-unavailable': 'Our servers are currently unavailable. Please try again later.',
    'invalid-token': 'Invalid credentials. Please check your email and password.',
    'network-error': 'Network connection issue. Please check your internet connection and try again.',
    'verification-required': 'Please verify your email address before continuing.',
    'backend-error': "We're experiencing technical difficulties. Please try again later.",
    'registration-required': 'Please complete your registration before continuing.',
    'unknown-error': 'An unexpected error occurred. Please try again.',
    'auth-error': 'Authentication error. Please try signing in again.',
  });
  expect(VERIFICATION).toEqual({
    network: 'There seems to be a network connection issue. Please check your internet connection.',
    checkNetwork: 'Network error while checking verification. Please verify your internet connection.',
    tooMany: "Too many verification attempts. If you've already clicked the verification link, please try again later.",
  });
  expect([TOASTS.pleaseWait, TOASTS.verificationSendFailed, TOASTS.emailVerified]).toEqual([
    { title: 'Please wait', description: 'You can resend the verification email after 1 minute' },
    { title: 'Error', description: 'Failed to send verification email. Please try again.' },
    {
      title: 'Email verified!',
      description: 'Your email has been verified. You can now access all features.',
    },
  ]);
  expect(TOASTS.verificationSent('a@b.example').description).toBe(
    "We've sent a verification link to a@b.example. Please check your inbox.",
  );
  expect([TOASTS.verificationNetworkError, TOASTS.verificationCheckFailed]).toEqual([
    {
      title: 'Network error',
      description: 'Could not connect to authentication servers. Please check your internet connection.',
    },
    { title: 'Error', description: 'Failed to check verification status. Please try again.' },
  ]);
  const titles = [TOASTS.loginSuccessful, TOASTS.loginFailed, TOASTS.accountCreated, TOASTS.registrationFailed];
  expect(titles.map(({ title }) => title)).toEqual([
    'Login successful',
    'Login failed',
    'Account created',
    'Registration failed',
  ]);
  const others = [TOASTS.loggedOut, TOASTS.profileUpdated, TOASTS.updateFailed, TOASTS.resetLinkSent];
  expect(others.map(({ title }) => title)).toEqual([
    'Logged out',
    'Profile updated',
    'Update failed',
    'Reset link sent',
  ]);
  expect([TOASTS.passwordResetFailed.title, TOASTS.networkError.title, TOASTS.authenticationError.title]).toEqual([
    'Password reset failed',
    'Network Error',
    'Authentication Error',
  ]);
});
