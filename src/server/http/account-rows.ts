// The rows of the REST table about the account itself: logging in, the profile, sessions and API keys.
import { type RestRow, row } from './rest-row.ts';

/** In documentation order. */
export const ACCOUNT_ROWS: readonly RestRow[] = [
  row({
    method: 'POST',
    path: '/auth/register',
    procedure: 'auth.register',
    status: 201,
    summary: 'Register an account, and log it in',
  }),
  row({ method: 'POST', path: '/auth/login', procedure: 'auth.login', summary: 'Log in with email and password' }),
  row({
    method: 'POST',
    path: '/auth/token',
    procedure: 'auth.token',
    summary: 'A fresh access token from the session cookie',
  }),
  row({ method: 'POST', path: '/auth/logout', procedure: 'auth.logout', status: 204, summary: 'Log out' }),
  row({
    method: 'GET',
    path: '/auth/me',
    procedure: 'auth.me',
    wrap: 'user',
    summary: 'The account that is logged in',
  }),
  row({
    method: 'PUT',
    path: '/auth/me',
    procedure: 'auth.updateMe',
    wrap: 'user',
    summary: 'Change the account; keys left out stay as they are',
  }),
  row({
    method: 'DELETE',
    path: '/auth/me',
    procedure: 'auth.deleteMe',
    status: 204,
    summary: 'Delete the account and everything in it',
  }),
  row({
    method: 'POST',
    path: '/auth/send-verification-email',
    procedure: 'auth.sendVerificationEmail',
    summary: 'Email another verification link',
  }),
  row({
    method: 'POST',
    path: '/auth/verify-email',
    procedure: 'auth.verifyEmail',
    summary: 'Verify the email address with the code of an emailed link; needs no X-CSRF-Token',
  }),
  row({
    method: 'POST',
    path: '/auth/forgot-password',
    procedure: 'auth.forgotPassword',
    summary: 'Email a link to choose a new password, if the account exists',
  }),
  row({
    method: 'POST',
    path: '/auth/reset-password',
    procedure: 'auth.resetPassword',
    summary:
      'Set the password with an emailed link; ends all sessions and, unless told otherwise, revokes all API keys',
  }),
  row({
    method: 'POST',
    path: '/auth/change-password',
    procedure: 'auth.changePassword',
    summary: 'Change the password; ends the other sessions',
  }),
  row({
    method: 'POST',
    path: '/auth/confirm',
    procedure: 'auth.confirm',
    summary: 'Confirm who you are, for ten minutes, with your password or, without one, an emailed code',
  }),
  row({
    method: 'POST',
    path: '/auth/confirm-code',
    procedure: 'auth.sendConfirmCode',
    summary: 'Email a code to confirm with, for accounts without a password',
  }),
  row({
    method: 'POST',
    path: '/auth/sso',
    procedure: 'auth.sso',
    summary: 'Log in with a single sign-on token',
  }),
  row({
    method: 'GET',
    path: '/auth/sessions',
    procedure: 'auth.sessions',
    wrap: 'sessions',
    summary: 'Where the account is logged in',
  }),
  row({
    method: 'DELETE',
    path: '/auth/sessions',
    procedure: 'auth.endOtherSessions',
    status: 204,
    summary: 'End all sessions except the current one',
  }),
  row({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    procedure: 'auth.endSession',
    status: 204,
    summary: 'End one session',
  }),
  row({ method: 'GET', path: '/api-keys', procedure: 'apiKeys.list', wrap: 'apiKeys', summary: 'Your API keys' }),
  row({
    method: 'POST',
    path: '/api-keys',
    procedure: 'apiKeys.create',
    wrap: 'apiKey',
    status: 201,
    summary: 'Create an API key; the key itself is only shown once',
  }),
  row({
    method: 'DELETE',
    path: '/api-keys/{id}',
    procedure: 'apiKeys.revoke',
    status: 204,
    summary: 'Revoke an API key',
  }),
];
