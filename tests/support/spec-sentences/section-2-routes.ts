// Section 2 of the specification: the routes, and who may open them.
import { by, row } from './sentence.ts';

const routes = by('tests/spec-routes.test.ts');
const screens = by('tests/e2e/screens.spec.ts');
const owner = by('tests/e2e/owner.spec.ts');
const sso = by('tests/e2e/account-sso.spec.ts');
const support = by('tests/e2e/support-pages.spec.ts');
const content = by('tests/e2e/public-content.spec.ts');
const push = by('tests/e2e/push.spec.ts');
const guard = by('src/client/auth/screens/route-guard.test.ts');

const SHOWN = screens('visitors: every public screen opens');
const PUBLIC = [routes('is for everyone'), SHOWN];
const OWNER = [routes('is for owners with a verified email'), screens('owners: every other screen opens')];
const SITE = [routes('is a page of each site, for its owner'), screens('owners: every other screen opens')];
const ASKED_FOR = owner('it leads back to the page that was asked for, and never to another host');
const LOGGED_OUT = owner('logging out ends on the home page, and going back asks to log in');
const SPINNER = by('tests/e2e/account-forms.spec.ts')('the guard shows a labeled spinner');
const NO_ROLES = routes('no route asks for a role or a plan');
const UNKNOWN_PAGE = [
  owner('an unknown site leads to the dashboard with a toast, and an unknown page shows the not-found card'),
];

export const ROUTES = [
  row('2', '/ | Home', ...PUBLIC),
  row('2', '/register | Customer enrollment', ...PUBLIC),
  row('2', '/login | Login.', ...PUBLIC),
  row(
    '2',
    'May carry the originating path and an auth error (for example token-expired).',
    by('src/client/links.test.ts')('the login address carries the error and the original path'),
    by('tests/e2e/auth-guards.spec.ts')('is reported, leads to the login page, and then back to the same page'),
  ),
  row(
    '2.verification',
    'The query flag verify_email=true is the return link after e-mail verification.',
    by('tests/e2e/verify-email.spec.ts')('only whoever was just verified is greeted'),
  ),
  row('2', '/forgot-password | Forgot password', ...PUBLIC),
  row('2', '/reset-password | Reset password', ...PUBLIC),
  row('2', '/pricing | Pricing', ...PUBLIC, by('tests/e2e/pricing.spec.ts')('four plans by the month and by the year')),
  row('2', '/about | About us', ...PUBLIC, content('a page of its own, which the footer leads to')),
  row('2', '/contact | Contact', ...PUBLIC, by('tests/e2e/contact.spec.ts')('a message reaches the operator')),
  row('2', '/blog | Blog list', ...PUBLIC, content('the blog: the list, a post, the next one, and back')),
  row('2', '/blog/{id} | Blog post', ...PUBLIC, content('the blog: the list, a post, the next one, and back')),
  row('2', '/privacy-policy | Privacy policy', ...PUBLIC, content('a page of its own, which the footer leads to')),
  row('2', '/terms-of-service | Terms of service', ...PUBLIC, content('a page of its own, which the footer leads to')),
  row('2', '/cookie-policy | Cookie policy', ...PUBLIC, content('every cookie and every entry of a browser')),
  row(
    '2',
    '/payment-success | Payment success',
    ...PUBLIC,
    by('tests/e2e/registration.spec.ts')('Growth by the year: declined first, then paid'),
  ),
  row('2', '/support | Support', ...PUBLIC, support('support: searches questions and guides')),
  row('2', '/faq | FAQ', ...PUBLIC, support('questions: each has an address')),
  row(
    '2',
    '/sso-login | Single sign-on login (outside the main layout)',
    ...PUBLIC,
    sso('asks, then signs in a new user; it leaves the address before any request'),
  ),
  row(
    '2.routes',
    'any other path | Not-found page',
    routes('any other path is not found, or an unknown page of a site'),
    owner('a site’s bare address leads its owner to the dashboard; any other address is not found'),
    SHOWN,
  ),
  row(
    '2.sso',
    'A token query parameter on any page triggers a single sign-on login with a custom token; afterwards the parameter is removed from the URL.',
    sso('signs in on any page without leaving it'),
    by('src/client/auth/browser.test.ts')('removes the single sign-on token from the address'),
  ),
  row('2.routes', 'Protected routes (login and verified e-mail required)', ...OWNER),
  ...['/dashboard', '/analytics', '/settings', '/create-site'].map((path) => row('2.routes', path, ...OWNER)),
  row(
    '2',
    '/testing/rules and /testing/analytics: static placeholder test pages.',
    ...OWNER,
    push('the testing pages are static placeholders'),
  ),
  row(
    '2',
    '/upgrade (Upgrade to Premium, in the site layout).',
    ...OWNER,
    push('the upgrade page says what the plan is and includes, in the site layout'),
  ),
  row(
    '2.guard',
    'Admin-only pages redirect to /unauthorized; premium-only pages redirect to /pricing.',
    guard('only an admin sees an admin screen'),
    guard('only subscribers see a premium screen'),
  ),
  row('2.routes', 'Neither gate is applied to the routes listed here.', NO_ROLES),
  row('2.routes', 'Site-scoped routes under /{siteSlug}', ...SITE),
  row('2.routes', 'The site is selected by the siteSlug route parameter.', ...SITE),
  row(
    '2.routes',
    'Sub-pages: dashboard, analytics, notifications, appearance, behavior, rules, site-setup, developer-tools, advanced, performance, reports, documentation, push.',
    ...SITE,
    NO_ROLES,
  ),
  row(
    '2',
    'Performance, reports and documentation share one settings screen.',
    routes('is a page of each site, for its owner'),
    by('tests/e2e/reports.spec.ts')('performance, reports and documentation are tabs of one screen'),
    by('tests/e2e/documentation.spec.ts')('a guide is found, read, copied from'),
  ),
  row(
    '2',
    "An unknown sub-path shows a 'Page Not Found' card with the text 'The page you're looking for doesn't exist or you don't have permission to access it.' and the actions 'Go Back' and 'Go to Dashboard'.",
    routes('any other path is not found, or an unknown page of a site'),
    ...UNKNOWN_PAGE,
  ),
  row(
    '2.unknown',
    "An unknown site slug redirects to /dashboard with the message 'Site \"{slug}\" not found.' Another reading: the user goes to the first site's dashboard, or to /create-site if there are no sites.",
    owner('an unknown site leads to the dashboard with a toast'),
    owner('without a site there is only one thing to do: create one'),
  ),
  row('2.guard', 'Not logged in leads to /login', LOGGED_OUT, ASKED_FOR),
  row('2.guard', 'while loading a spinner shows.', SPINNER),
  row(
    '2.guard',
    'After a successful login the user goes to /dashboard unless another target was given. After logout the user goes to /.',
    ASKED_FOR,
    LOGGED_OUT,
  ),
];
