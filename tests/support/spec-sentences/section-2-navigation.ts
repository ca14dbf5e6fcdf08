// Section 2 of the specification: header, menus, site switcher, sidebar, and the verification gate.
import { by, row } from './sentence.ts';

const shell = by('tests/e2e/shell.spec.ts');
const owner = by('tests/e2e/owner.spec.ts');
const gate = by('tests/e2e/verification-gate.spec.ts');

const OWNER_NAV = shell('owners have a site switcher, Analytics and Support, and an account menu');
const PHONE = shell('the phone has the current site, settings, upgrade and logout');
const SWITCHED = shell('two sites are switched on a …, and the sub-page stays');
const SWITCHER = shell('the switcher says that sites load, that there are none');
const SIDEBAR = shell('the sidebar has every group and entry, each of which leads to its screen');
const HEADINGS = by('tests/e2e/settings-defaults.spec.ts')(
  'the sidebar leads to each settings screen, whose heading has the same name',
);
const WIDTH = shell('the sidebar is 64 or 16 units wide, and stays as it was left');
const DRAWER = shell('below 768 px it is a drawer');
const AVATAR = shell('without a name the avatar says U, otherwise initials; an active plan has another badge');
const initials = by('src/client/ui/avatar.test.ts');

export const NAVIGATION = [
  row(
    '2.nav',
    'Header: fixed; transparent on the home page until scrolled more than 10px, otherwise white translucent.',
    owner('the header of the home page is transparent until the page is scrolled by more than 10 px'),
  ),
  row(
    '2.nav',
    "Logged-out nav: Features (/#features), Pricing, FAQ, and buttons 'Log in' and 'Get Started' (to /register).",
    shell('visitors have Features, Pricing, FAQ, Log in and Get Started, on a desk and on a phone'),
  ),
  row('2.nav', 'Logged-in nav: a site switcher, Analytics, Support.', OWNER_NAV),
  row(
    '2.nav',
    "The user menu offers User Settings (/settings), Upgrade to Premium, and Logout (the button reads 'Logging out...' while busy).",
    OWNER_NAV,
  ),
  row(
    '2.nav',
    'Mobile menu: collapsible, with a current-site selector, user settings, Upgrade to Premium and Logout; it closes on route change.',
    PHONE,
  ),
  row(
    '2.switcher',
    "Site switcher: lists the user's sites; choosing one goes to /{slug}/{same sub-page, default dashboard}.",
    SWITCHED,
    by('src/client/links.test.ts')('switching sites keeps the sub-page'),
    by('src/client/links.test.ts')('switching sites goes to the dashboard if there is no sub-page'),
  ),
  row('2.switcher', "'Add New Site' and 'Create your first site' go to /create-site.", SWITCHED, SWITCHER),
  row('2.switcher', "States: 'Loading sites...', 'No sites found', 'Select a site'.", SWITCHER, SWITCHED),
  row(
    '2.switcher',
    'With no current site it selects the first site and goes to its dashboard.',
    owner('outside a site the first is the current one, and its dashboard a press away'),
  ),
  row('2', 'The site name is truncated at 120px on desktop and 200px in the menu.', SWITCHED, PHONE),
  row(
    '2.sidebar',
    'Sidebar (logged in, collapsible, remembered open or closed, width 64 or 16 units) with groups:',
    WIDTH,
    owner('the sidebar stays as it was left, and the phone’s menus close after navigating'),
  ),
  row('2.sidebar', 'Main: Dashboard.', SIDEBAR),
  row(
    '2',
    'Notifications: Notifications, Appearance & Design, Behavior & Timing, Rules & Targeting.',
    SIDEBAR,
    HEADINGS,
  ),
  row('2', 'Settings: Site Setup, Developer Tools, Advanced Options.', SIDEBAR, HEADINGS),
  row('2.sidebar', 'Analytics: Performance, Reports.', SIDEBAR),
  row('2.sidebar', 'Help: Documentation, Support.', SIDEBAR),
  row('2.sidebar', 'Links are prefixed with the current site slug.', SIDEBAR),
  row('2.sidebar', 'The sidebar closes after navigation on screens narrower than 768px.', DRAWER),
  row(
    '2.avatar',
    "The avatar fallback shows up to 2 initials, or 'U' when there is no name.",
    AVATAR,
    initials('takes the first letters of the first and last word of %j'),
    initials("shows 'U' for %j"),
  ),
  row('2.avatar', 'A subscription badge is styled differently when the subscription is active.', AVATAR),
  row(
    '2.verification',
    "Shows 'Verify Your Email', a 'Resend verification email' button and a 'Check verification status' button.",
    gate('px it says to look into the inbox, and notices by itself what a phone confirmed'),
  ),
];
