// Section 9 of the specification: constants, each with a test that shows its effect, at the number itself.
import { by, row } from './sentence.ts';

const session = by('src/client/auth/session.test.ts');
const recovery = by('src/client/auth/recovery.test.ts');
const api = by('src/client/auth/create-api.test.ts');
const entities = by('tests/spec-entities.test.ts');
const push = by('tests/e2e/push.spec.ts');
const toasts = by('src/client/ui/toast-store.test.ts');
const BEHAVIOR = entities('a new widget has each default of behavior');

export const CONSTANTS = [
  row('9', 'Request time-out | 10 s', by('src/client/auth/transport.test.ts')('a call times out after ten seconds')),
  row(
    '9',
    'CSRF fetch time-out | 5 s',
    by('src/client/auth/transport-csrf.test.ts')('fetching the token times out after five seconds'),
  ),
  row(
    '9',
    'Health check time-out | 3 s',
    by('src/client/auth/transport-health.test.ts')('a server that stays silent for three seconds is to blame'),
  ),
  row(
    '9',
    'Token refreshes | at most 3 per 60 s',
    session('three refreshes are allowed, a fourth within 60 seconds is refused'),
  ),
  row(
    '9',
    'Token age before refresh | 30 min',
    by('src/client/auth/run-session.test.ts')('a token older than 30 minutes is refreshed before use'),
  ),
  row(
    '9',
    'Auth-state debounce | 500 ms',
    by('src/client/auth/run-session-watch.test.ts')('the server is asked once, half a second after the last'),
  ),
  row(
    '9',
    'Pricing cache | 24 h; min 10 s between attempts',
    by('src/client/data/pricing.test.ts')('asks the server once in 24 hours, also after a reload'),
    by('src/client/data/pricing.test.ts')('uses what it kept when a fetch fails, however old it is'),
  ),
  row('9', 'Site fetch throttle | 1 per second', api('sites are fetched at most once a second')),
  row(
    '9',
    'Settings auto-save | 1 s',
    by('src/client/settings/stored-settings.test.ts')('starts one second after the last change'),
  ),
  row(
    '9',
    'Redirect-loop limit | more than 3 in 2 s (guard card: under 1 s)',
    recovery('four redirects are a loop in under two seconds, but not in exactly two'),
    recovery('a redirect back within a second is a bounce, after a full second it is not'),
  ),
  row(
    '9',
    'Default site limit | 1',
    by('src/client/features/sites/sites.test.ts')('allows one site without a user'),
    by('src/shared/pricing.test.ts')('the first plan costs nothing and has the default site limit'),
  ),
  row(
    '9',
    'Template page size | 50',
    entities('templates are listed by category, status, search, page and limit, with usage on request'),
  ),
  row(
    '9',
    'Default timing | 5 s initial, 8 s display, 8 s between',
    BEHAVIOR,
    by('src/widget/queue.test.ts')('by default the first comes after 5 s, each stays for 8 s, and 8 s pass between'),
  ),
  row(
    '9',
    'Default dismiss period | 24h',
    BEHAVIOR,
    by('tests/e2e/widget-behavior.spec.ts')('a notification closed with the period … stays away that long'),
  ),
  row(
    '9',
    'Default z-index | 9999',
    BEHAVIOR,
    by('tests/e2e/widget-appearance.spec.ts')('a notification has the z-index that was set'),
  ),
  row('9', 'Query staleness | 5 min', api('what was fetched is fresh for five minutes')),
  row(
    '9',
    'Mobile breakpoint | 768px',
    by('tests/e2e/shell.spec.ts')('below 768 px it is a drawer'),
    by('src/widget/page.test.ts')('the device is mobile if screen or viewport is narrower than 768 px'),
  ),
  row(
    '9',
    'Header scroll threshold | 10px',
    by('tests/e2e/owner.spec.ts')('the header of the home page is transparent until the page is scrolled'),
  ),
  row(
    '9',
    'Verification retries | 3; auto-check after 1 s',
    by('src/client/auth/screens/use-verification-check.test.ts')('the first error and three retries blame the network'),
    by('tests/e2e/account-forms.spec.ts')('the gate asks with a new token a second after it opened, not before'),
  ),
  row(
    '9',
    'Resend cooldown | 60 s',
    by('src/server/domain/account/login.test.ts')('get another email at most once a minute'),
    by('tests/e2e/auth-limits.spec.ts')('a second verification email within a minute is refused'),
  ),
  row(
    '9',
    'Reload-flag expiry | 10 s',
    recovery('the reload counts as the attempt for ten seconds'),
    by('tests/e2e/auth-recovery.spec.ts')('is repaired by one reload; the flags are removed after ten seconds'),
  ),
  row('9', 'Active audience | 30 days', push('the send form offers schedule, audience and an image')),
  row('9', 'Opt-in delay default | 0 s', push('the opt-in prompt has its defaults, and each sub-tab an address')),
  row(
    '9',
    'Toast limit | 1 visible; removal delay 1000000 ms',
    toasts('shows one toast at a time: a new one replaces the old'),
    toasts('closes a dismissed toast and removes it after the specified delay'),
  ),
  row(
    '9',
    'Plain-text use of HTML strips all tags and attributes.',
    by('tests/attacks/hostile-documents.test.ts')('the plain text of a document has no tag and no attribute'),
    by('tests/documents.test.ts')('titles and summaries, which lists and feeds show, are plain text'),
  ),
];
