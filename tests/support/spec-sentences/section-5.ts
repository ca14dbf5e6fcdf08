// Section 5 of the specification: validation. That of the push page is in push.ts.
import { by, row } from './sentence.ts';

const limits = by('tests/e2e/auth-limits.spec.ts');
const owner = by('tests/e2e/owner.spec.ts');
const login = by('src/server/domain/account/login.test.ts');
const sites = by('src/client/features/sites/sites.test.ts');
const SIGN_UP = limits('the sign-up form reports on the field what is wrong, including what the server refuses');
const LOGIN = [
  owner('it reports on the field what was wrong'),
  login('say whether address or password was wrong at login'),
];

export const VALIDATION = [
  row(
    '5.signup',
    "Sign-up messages: already-used e-mail gives 'This email is already registered'; invalid e-mail 'Please provide a valid email address'; weak password 'Password should be at least 6 characters'.",
    SIGN_UP,
  ),
  row(
    '5.login',
    "Login messages: user not found 'No account found with this email address'; wrong password or invalid credential 'Incorrect password. Please try again';",
    ...LOGIN,
  ),
  row(
    '5.login',
    "too many requests 'Too many failed attempts. Please try again later'.",
    limits('after five wrong passwords even the right one is refused'),
  ),
  row(
    '5.profile',
    "Profile update: on a 400 with an errors list, messages are listed under 'Please correct the following:'; otherwise the server message is shown.",
    by('tests/e2e/account-settings.spec.ts')('lists what the server refuses, and reports it on the field'),
    by('src/client/features/account/profile-error.test.ts')("without field errors, shows the server's message"),
  ),
  row(
    '5.site',
    "Creating a site requires login ('You must be logged in to create a site').",
    by('tests/spec-entities.test.ts')('a site is made by whoever is logged in, and by nobody else'),
  ),
  row(
    '5.widget',
    "A notification needs a selected widget ('No widget selected').",
    by('tests/e2e/shell-toasts.spec.ts')('without a widget there is nothing to notify with: No widget selected'),
  ),
  row(
    '5.limit',
    'Allowed sites = subscription max_sites, default 1. Remaining = allowed minus owned, never below 0.',
    sites('allows one site without a user, otherwise what the subscription says'),
    sites('the remaining sites never drop below zero'),
    by('src/server/domain/site.test.ts')('survive a smaller plan, which only blocks creating more'),
  ),
  row(
    '5.resend',
    "Resend verification at most once per 60 seconds; otherwise toast 'Please wait' with 'You can resend the verification email after 1 minute'.",
    limits('a second verification email within a minute is refused, and the toast says to wait'),
    login('get another email at most once a minute, and none once verified'),
  ),
  row(
    '5.registration',
    'Registration requirements beyond these: not shown.',
    by('tests/registration-free.test.ts')('refuses an address that has an account, and what is no address or plan'),
  ),
];
