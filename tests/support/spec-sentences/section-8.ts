// Section 8 of the specification: the error catalogue, what happens on failed calls, and the toasts about accounts and
// sites. Those about notifications are in widgets.ts.
import { by, row } from './sentence.ts';

const texts = by('tests/spec-texts.test.ts')('each text is the specification’s, to the letter');
const api = by('src/client/auth/create-api.test.ts');
const transport = by('src/client/auth/transport.test.ts');
const csrf = by('src/client/auth/transport-csrf.test.ts');
const guards = by('tests/e2e/auth-guards.spec.ts');
const limits = by('tests/e2e/auth-limits.spec.ts');
const gate = by('tests/e2e/verification-gate.spec.ts');
const csrfAnswers = by('src/server/http/csrf.test.ts');
const owner = by('tests/e2e/owner.spec.ts');
const settings = by('tests/e2e/account-settings.spec.ts');
const passwords = by('tests/e2e/account-password.spec.ts');
const created = by('tests/e2e/site-setup-create.spec.ts');
const shell = by('tests/e2e/shell.spec.ts');
const siteToasts = by('tests/e2e/shell-toasts.spec.ts');

const NINE_ERRORS = limits('the login page explains each of the nine errors its address can name');
const STOPPED = limits('a stopped server is reported, and what was typed is still there when it returns');
const CONFIRMED = limits('confirming through the emailed link after registering verifies the address');
const OFFLINE_GATE = limits('the gate reports a network error, and asks for patience after the third retry');
const WAIT = limits('a second verification email within a minute is refused, and the toast says to wait');
const SIGN_UP = limits('the sign-up form reports on the field what is wrong, including what the server refuses');
const LOGOUT = limits('logging out is confirmed; without a connection that is reported instead');
const REFUSED_SITE = created('a refusal of the server is a toast with its name');

export const ERRORS = [
  ...[
    'token-expired | Your session has expired. Please sign in again.',
    'backend-unavailable | Our servers are currently unavailable. Please try again later.',
    'invalid-token | Invalid credentials. Please check your email and password.',
    'network-error | Network connection issue. Please check your internet connection and try again.',
    'verification-required | Please verify your email address before continuing.',
    "backend-error | We're experiencing technical difficulties. Please try again later.",
    'registration-required | Please complete your registration before continuing.',
    'unknown-error | An unexpected error occurred. Please try again.',
    'auth-error | Authentication error. Please try signing in again.',
  ].map((error) => row('8', error, texts, NINE_ERRORS)),
  row(
    '8.http',
    "403 with message 'Invalid CSRF token' or 'CSRF token required': fetch a new token, retry once after 0.5 seconds.",
    transport('a refused token is replaced and the call retried once after half a second'),
    transport('a missing token is fetched anew'),
    guards('a lost CSRF cookie is replaced silently'),
    csrfAnswers('is refused without a token, on REST and tRPC alike'),
    csrfAnswers('is refused with a wrong token, or with the right one but not its cookie'),
  ),
  row(
    '8.http',
    '401 with a signed-in user: refresh the token and retry once;',
    api('a 401 is retried once with a new token, without announcing anything'),
  ),
  row(
    '8',
    "if refresh fails an auth:token-refresh-failed event fires, showing an 'Authentication Error' toast and going to /login.",
    api('a refused refresh fires auth:token-refresh-failed once, however many calls it fails'),
    guards('a refused refresh ends the session even though the cookie is there'),
    guards('is reported, leads to the login page, and then back to the same page'),
  ),
  row(
    '8.http',
    '401 without a user: an auth:unauthenticated event fires.',
    api('a 401 without a user fires auth:unauthenticated and does not refresh'),
  ),
  row(
    '8.http',
    '400, 403, 404, 500 and others: logged only; 400 logs the per-field errors list.',
    api('failures are logged with call, status and request id, a 400 with its fields'),
  ),
  row(
    '8.http',
    'CSRF token fetch failure falls back to the stored token; on 404 a generated fallback token is used.',
    csrf('if no new token can be fetched, the last known one is sent and the next call tries again'),
    csrf('a server without a CSRF endpoint gets a generated token, even if another was known'),
  ),
  row(
    '8',
    'Errors fetching sites are only logged.',
    api('failures are logged with call, status and request id, a 400 with its fields'),
    shell('the switcher says that sites load, that there are none, and that they cannot be fetched'),
  ),
  row('8.toasts', "'Login successful' / 'Welcome back!'", STOPPED),
  row('8.toasts', "'Login failed'", STOPPED, limits('after five wrong passwords even the right one is refused')),
  row('8.toasts', "'Account created' (with a verification prompt)", CONFIRMED, WAIT),
  row('8.toasts', "'Registration failed'", SIGN_UP),
  row(
    '8.toasts',
    "'Verification email sent' ('We've sent a verification link to {email}. Please check your inbox.')",
    owner('it emails the link again, and says to wait if one was just sent'),
  ),
  row('8.toasts', "'Logged out'", LOGOUT),
  row('8.toasts', "'Profile updated'", settings('is saved with Enter, shown in the header, and kept')),
  row('8.toasts', "'Update failed'", settings('lists what the server refuses, and reports it on the field')),
  row('8.toasts', "'Reset link sent'", passwords('an emailed link sets a new one; the old password')),
  row(
    '8.toasts',
    "'Password reset failed'",
    passwords('an emailed link sets a new one; the old password'),
    passwords('a failed request for a link is reported, and the typed address is kept'),
  ),
  row('8.toasts', "'Network Error'", LOGOUT),
  row('8.toasts', "Verification: 'Please wait'", WAIT),
  row('8', "'Error' ('Failed to send verification email. Please try again.')", OFFLINE_GATE, texts),
  row('8.toasts', "'Checking verification status'", CONFIRMED),
  row('8', "'Email verified!' ('Your email has been verified. You can now access all features.')", CONFIRMED, texts),
  row(
    '8.toasts',
    "'Not verified yet' (verification pending, check the inbox)",
    CONFIRMED,
    gate('px it says to look into the inbox'),
  ),
  row(
    '8',
    "'Network error' ('Could not connect to authentication servers. Please check your internet connection.')",
    OFFLINE_GATE,
    texts,
  ),
  row('8', "'Error' ('Failed to check verification status. Please try again.')", OFFLINE_GATE, texts),
  row(
    '8.toasts',
    "Inline network messages: 'There seems to be a network connection issue. Please check your internet connection.' and 'Network error while checking verification. Please verify your internet connection.'",
    OFFLINE_GATE,
  ),
  row('8.toasts', "Sites: 'Site not found'", owner('an unknown site leads to the dashboard with a toast')),
  row(
    '8.toasts',
    "'Site created successfully' (with the remaining-sites message, or 'You've reached your site limit.' when none are left)",
    created('a name and a pasted address are enough at … px'),
    created('with room for more sites the toast says how many'),
  ),
  row(
    '8.toasts',
    "'Site updated successfully'",
    owner('its URL name can be changed while its screen is open; a reserved name is refused'),
  ),
  row(
    '8.toasts',
    "'Site deleted successfully'",
    owner('it is deleted only after its name is typed, and makes room for another'),
  ),
  row(
    '8.toasts',
    "fallbacks 'Failed to fetch sites'",
    shell('the switcher says that sites load, that there are none, and that they cannot be fetched'),
  ),
  row('8.toasts', "'Failed to create site'", REFUSED_SITE),
  row('8.toasts', "'Failed to update site'", REFUSED_SITE, siteToasts('on a phone a toast leaves the button free')),
  row('8.toasts', "'Failed to delete site'.", siteToasts('a site that could not be deleted is said by a toast')),
];
