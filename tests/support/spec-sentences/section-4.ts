// Section 4 of the specification: states and transitions of auth, verification, toasts and sites. Those of widgets and
// notifications are in widgets.ts.
import { by, row } from './sentence.ts';

const session = by('src/client/auth/session.test.ts');
const running = by('src/client/auth/run-session.test.ts');
const api = by('src/client/auth/create-api.test.ts');
const recovery = by('src/client/auth/recovery.test.ts');
const redirects = by('tests/e2e/auth-guards-redirects.spec.ts');
const repair = by('tests/e2e/auth-recovery.spec.ts');
const forms = by('tests/e2e/account-forms.spec.ts');
const limits = by('tests/e2e/auth-limits.spec.ts');
const gate = by('tests/e2e/verification-gate.spec.ts');
const toasts = by('src/client/ui/toast-store.test.ts');

const SPINNER = forms('the guard shows a labeled spinner until it knows who is signed in');

export const STATES = [
  row(
    '4.auth',
    'Auth: loading, then authenticated or not.',
    running('signs in at the start if the cookie is valid'),
    running('at the start, signed out differs from an unreachable server'),
  ),
  row(
    '4.auth',
    'A user counts as subscribed only when subscription status is active and a subscription type exists.',
    by('src/client/auth/access.test.ts')('a plan of type %s that is %s: subscribed is %s'),
  ),
  row(
    '4.refresh',
    'Token refresh: after 3 consecutive refresh attempts within 60 seconds, further refreshes are refused until the cool-down passes; the counter resets on any successful response.',
    session('three refreshes are allowed, a fourth within 60 seconds is refused'),
    session('the cool-down ends 60 seconds after the first of the three'),
    api('any successful call resets the refresh count'),
  ),
  row(
    '4.refresh',
    'A token older than 30 minutes is refreshed before use.',
    session('a token is old after more than 30 minutes, not at exactly 30'),
    running('a token older than 30 minutes is refreshed before use'),
  ),
  row(
    '4.refresh',
    'Auth-state changes are debounced 500 ms.',
    by('src/client/auth/run-session-watch.test.ts')('the server is asked once, half a second after the last'),
  ),
  row(
    '4.loop',
    'Redirect-loop guard: more than 3 redirects within 2 seconds clears stored redirect data and forces /login.',
    redirects('more than three redirects within two seconds force the login page and clear the stored state'),
    recovery('three redirects within two seconds are fine, four are a loop'),
    recovery('four redirects are a loop in under two seconds, but not in exactly two'),
  ),
  row(
    '4.loop',
    "Separately, the route guard treats a redirect less than 1 second ago as a loop and shows an 'Authentication Error' card ('There was a problem with authentication. Please try logging in again.') with a 'Go to Login' link.",
    redirects('a second redirect within a second is a loop: a card says so and leads to the login page'),
    recovery('a redirect back within a second is a bounce, after a full second it is not'),
  ),
  row('4.guard', "Route guard: loading shows a spinner with 'Loading...'", SPINNER),
  row(
    '4.guard',
    'unauthenticated goes to /login remembering the origin path.',
    by('tests/e2e/owner.spec.ts')('logging out ends on the home page, and going back asks to log in'),
    by('tests/e2e/owner.spec.ts')('it leads back to the page that was asked for, and never to another host'),
  ),
  row(
    '4.corrupted',
    'Corrupted auth state (authenticated but no user): the page reloads once (flag cleared after 10s); if still corrupted it navigates to /login.',
    repair('is repaired by one reload; the flags are removed after ten seconds'),
    repair('leads to the login page if a reload does not repair it'),
    recovery('the reload counts as the attempt for ten seconds'),
  ),
  row(
    '4.verification',
    'E-mail verification: passed if the identity provider reports verified or the local flag userEmailVerified is set.',
    forms('the gate checks by itself after a second, and opens'),
    forms('an address remembered as verified opens the gate for that user alone'),
  ),
  row(
    '4.verification',
    'Otherwise it auto-checks after 1s, refreshing the token; on success it stores the flag and refreshes user data.',
    forms('the gate asks with a new token a second after it opened, not before'),
    forms('the gate checks by itself after a second, and opens'),
    gate('its check refreshes the token, and retries by itself once the network is back'),
    limits('confirming through the emailed link after registering verifies the address and lets the user in'),
  ),
  row(
    '4.verification',
    "Network errors raise a retry counter up to 3 retries, then 'Too many verification attempts. If you've already clicked the verification link, please try again later.' is shown.",
    by('src/client/auth/screens/use-verification-check.test.ts')('the first error and three retries blame the network'),
    limits('the gate reports a network error, and asks for patience after the third retry'),
  ),
  row(
    '4.toasts',
    'Toasts: one visible at a time; dismissed toasts are removed after 1000000 ms.',
    toasts('shows one toast at a time: a new one replaces the old'),
    toasts('closes a dismissed toast and removes it after the specified delay'),
  ),
  row(
    '4.site-fetch',
    'A site fetch is throttled to one per second.',
    api('sites are fetched at most once a second, and nothing else waits for it'),
  ),
  row(
    '4.site-fetch',
    'With no current site, the first is selected.',
    by('tests/e2e/owner.spec.ts')('outside a site the first is the current one, and its dashboard a press away'),
  ),
  row(
    '4.registration',
    'Registration steps in order: start, get status, payment (checkout session or processing), create the auth user, verify e-mail (check and resend), finish; a force-finish option exists.',
    by('tests/registration-free.test.ts')('takes the steps in order, and ends with an account that is logged in'),
  ),
];
