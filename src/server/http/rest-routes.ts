// The REST surface as one typed table over the procedures: a misspelled procedure, parameter or query key does not
// compile. Procedures own schema, authorization and logic; a row only says how text becomes their input.
import type { AnyProcedure, inferProcedureInput, inferProcedureOutput } from '@trpc/server';
import type { AppRouter } from '../trpc/router.ts';

type Tree = AppRouter['_def']['record'];
type Paths<T> = {
  [K in keyof T & string]: T[K] extends AnyProcedure ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never;
type InputOf<P extends string> =
  At<Tree, P> extends AnyProcedure ? NonNullable<inferProcedureInput<At<Tree, P>>> : never;
/** 'csv' for procedures whose result is a file. */
type CsvOf<P extends string> =
  At<Tree, P> extends AnyProcedure
    ? inferProcedureOutput<At<Tree, P>> extends { fileName: string; csv: string }
      ? 'csv'
      : never
    : never;
type ParamNames<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type ReaderOf<V> = NonNullable<V> extends number ? 'number' : NonNullable<V> extends boolean ? 'boolean' : 'string';
type Readers<I> = { [K in keyof I & string]?: ReaderOf<I[K]> };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Reader = 'string' | 'number' | 'boolean';

export type RestRow = {
  method: Method;
  /** Below /api, with `{name}` for parameters, each a key of the procedure's input. */
  path: string;
  /** Dotted path of the procedure. */
  procedure: string;
  /** Dotted path to wrap the result in: 'data.site' makes `{data: {site: …}}`. */
  wrap?: string;
  /** The result is a file, sent as is. */
  as?: 'csv';
  /** 200 unless given; 204 has no body. */
  status?: 200 | 201 | 204;
  /** How a GET's query becomes input. */
  query?: Record<string, Reader>;
  summary: string;
};

function row<const P extends Paths<Tree>, const S extends string>(definition: {
  method: Method;
  path: [ParamNames<S>] extends [keyof InputOf<P>] ? S : never;
  procedure: P;
  wrap?: string;
  as?: CsvOf<P>;
  status?: 200 | 201 | 204;
  query?: Readers<InputOf<P>>;
  summary: string;
}): RestRow {
  return definition as RestRow;
}

/** In documentation order; rest-mount.ts mounts static paths before those with parameters. */
export const REST_ROWS: readonly RestRow[] = [
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
    path: '/auth/forgot-password',
    procedure: 'auth.forgotPassword',
    summary: 'Email a link to choose a new password, if the account exists',
  }),
  row({
    method: 'POST',
    path: '/auth/reset-password',
    procedure: 'auth.resetPassword',
    summary: 'Set the password with an emailed link; ends all sessions and revokes all API keys',
  }),
  row({
    method: 'POST',
    path: '/auth/change-password',
    procedure: 'auth.changePassword',
    summary: 'Change the password; ends the other sessions',
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
  row({ method: 'GET', path: '/sites', procedure: 'sites.list', wrap: 'data.sites', summary: 'Your sites' }),
  row({
    method: 'POST',
    path: '/sites',
    procedure: 'sites.create',
    wrap: 'data.site',
    status: 201,
    summary: 'Create a site and its widget',
  }),
  row({ method: 'GET', path: '/sites/{id}', procedure: 'sites.get', wrap: 'data.site', summary: 'One site' }),
  row({ method: 'PUT', path: '/sites/{id}', procedure: 'sites.update', wrap: 'data.site', summary: 'Change a site' }),
  row({
    method: 'DELETE',
    path: '/sites/{id}',
    procedure: 'sites.delete',
    status: 204,
    summary: 'Delete a site and everything under it',
  }),
  row({
    method: 'POST',
    path: '/sites/{id}/inspection-link',
    procedure: 'sites.inspectionLink',
    wrap: 'link',
    summary: 'A link to a page of yours, valid for ten minutes, that explains why each notification shows there or not',
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/stats',
    procedure: 'stats.site',
    wrap: 'stats',
    summary: "A site's displays, clicks and dismissals: by time, notification, device and page",
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/stats/csv',
    procedure: 'stats.csv',
    as: 'csv',
    summary: "One table of a site's statistics as CSV",
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/cost',
    procedure: 'stats.cost',
    wrap: 'cost',
    summary: "What the widget cost visitors' pages in 30 days, measured on one load in a hundred",
  }),
  row({
    method: 'GET',
    path: '/stats',
    procedure: 'stats.account',
    wrap: 'stats',
    summary: 'Displays, clicks and dismissals of all your sites: by time and by site',
  }),
  row({
    method: 'GET',
    path: '/stats/csv',
    procedure: 'stats.accountCsv',
    as: 'csv',
    summary: "One table of all your sites' statistics as CSV",
  }),
  row({
    method: 'GET',
    path: '/stats/sites',
    procedure: 'stats.summary',
    wrap: 'stats',
    summary: 'One row for each of your sites, with its counts of 30 days',
  }),
  row({
    method: 'GET',
    path: '/widgets',
    procedure: 'widgets.list',
    query: { siteId: 'string', page: 'number', limit: 'number' },
    summary: 'Your widgets, a page at a time',
  }),
  row({
    method: 'GET',
    path: '/widgets/site/{siteId}',
    procedure: 'widgets.bySite',
    wrap: 'widget',
    summary: "A site's widget",
  }),
  row({ method: 'GET', path: '/widgets/{id}', procedure: 'widgets.get', wrap: 'widget', summary: 'One widget' }),
  row({
    method: 'PUT',
    path: '/widgets/{id}',
    procedure: 'widgets.update',
    wrap: 'widget',
    summary: 'Rename a widget, or turn it on or off',
  }),
  row({
    method: 'PUT',
    path: '/widgets/{id}/settings',
    procedure: 'widgets.saveSettings',
    wrap: 'widget',
    summary: 'Change settings; keys left out stay as they are',
  }),
  row({
    method: 'GET',
    path: '/widgets/{widgetId}/notifications',
    procedure: 'notifications.list',
    wrap: 'notifications',
    summary: "A widget's notifications in the owner's order",
  }),
  row({
    method: 'POST',
    path: '/widgets/{widgetId}/notifications',
    procedure: 'notifications.create',
    wrap: 'notification',
    status: 201,
    summary: 'Create a notification',
  }),
  row({
    method: 'PUT',
    path: '/widgets/{widgetId}/notifications/{notificationId}',
    procedure: 'notifications.update',
    wrap: 'notification',
    summary: 'Change a notification',
  }),
  row({
    method: 'DELETE',
    path: '/widgets/{widgetId}/notifications/{notificationId}',
    procedure: 'notifications.delete',
    status: 204,
    summary: 'Delete a notification',
  }),
];
