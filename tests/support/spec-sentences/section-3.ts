// Section 3 of the specification: users, sites, and what browsers store. The rest is in widgets.ts and push.ts.
import { by, row } from './sentence.ts';

const entities = by('tests/spec-entities.test.ts');
const recovery = by('src/client/auth/recovery.test.ts');
const USER = entities('a user has each field, with the defaults of a new account');

export const AUTH_ENTITIES = [
  row(
    '3.user',
    'User: _id, firebaseUid, email, displayName, photoURL, role (default user), emailVerified, companyName, integrations (list), subscription {type, status, max_sites}.',
    USER,
  ),
  row(
    '3.user',
    "The interface also uses a roles list (an 'admin' role exists) and subscriptionStatus.",
    USER,
    by('src/client/auth/access.test.ts')('hasRole checks both the role and the list of roles'),
  ),
  row(
    '3.site',
    'Site: _id or id, name, slug. Further fields not shown.',
    entities('a site has each field, its id under both names'),
  ),
  row(
    '3.storage',
    'Local storage keys: userEmailVerified,',
    by('tests/e2e/account-forms.spec.ts')('an address remembered as verified opens the gate for that user alone'),
  ),
  row('3.storage', 'authStateFixAttempted, authStateCorrupted,', recovery('reloads once, setting both flags')),
  row(
    '3.plan',
    'Pricing plan: price {monthly, annual}, plus a set of payment-provider price ids.',
    by('tests/pricing.test.ts')('a plan has a monthly and an annual price, and the payment provider ids of both'),
  ),
  row(
    '3.registration',
    'Registration: id, status, e-mail, payment and verification steps. Other fields not shown.',
    by('tests/registration-free.test.ts')('takes the steps in order, and ends with an account that is logged in'),
  ),
  row(
    '3.storage',
    'Pricing data is also cached locally.',
    by('src/client/data/pricing.test.ts')('asks the server once in 24 hours, also after a reload'),
  ),
  row('3.storage', 'lastAuthRedirectTime.', recovery('a login clears the stored redirect')),
];
