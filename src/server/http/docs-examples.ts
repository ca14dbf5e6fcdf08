// The examples on the API page: the quick start, and calls of operations, from their own schemas.
import { curlOf, eventExample, type RestCall } from '#shared/rest-examples.ts';
import { exampleBody } from './docs-fields.ts';
import type { Operation } from './openapi.ts';

/** Variables of the shell, which the quick start sets. */
const SHELL = { origin: '$PB', key: '$KEY' };
const IDS = { siteId: '$SITE', widgetId: '$WIDGET', notificationId: '$NOTIFICATION', eventId: 'order-1001' };

/** Parts whose calls a script makes with a key: their examples run as printed, and no others are. */
const BY_KEY = new Set(['Notifications', 'Statistics', 'Sites', 'Widgets', 'Templates']);

/** Of the events' part, what a script does; sources are set up in the app. */
const OF_EVENTS = new Set([
  'post /api/sites/{siteId}/events',
  'get /api/sites/{siteId}/events',
  'get /api/sites/{siteId}/sources',
  'post /api/sites/{siteId}/events/{eventId}/retract',
  'post /api/sites/{siteId}/forget',
]);

export const isPrinted = (method: string, path: string, { tags }: Operation): boolean =>
  BY_KEY.has(tags[0] ?? '') || OF_EVENTS.has(`${method} ${path}`);

/** Bodies of calls without required fields, and of calls whose required fields alone make a poor example. */
const BODIES: Record<string, unknown> = {
  'post /api/sites/{siteId}/events': eventExample('$SITE', '2026-03-10T11:58:00Z').body,
  'post /api/sites/{siteId}/forget': { email: 'ana@mail.example', dryRun: true },
  'put /api/sites/{id}': { domains: ['oak-and-iron.example'] },
  'put /api/widgets/{id}': { isActive: false },
  'put /api/widgets/{id}/settings': { settings: { behavior: { timing: { initialDelay: 2 } } } },
  'put /api/widgets/{widgetId}/notifications/{notificationId}': { status: 'inactive' },
  'post /api/widgets/{widgetId}/notifications/template/{templateId}': {
    customData: { name: 'Ana', product: 'the Oak Desk' },
  },
  'post /api/widgets/{widgetId}/notifications/bulk': { ids: ['$NOTIFICATION'], action: 'deactivate' },
  'put /api/widgets/{widgetId}/notifications/order': { ids: ['$NOTIFICATION'] },
  'post /api/templates/{templateId}/create-notification': {
    widgetId: '$WIDGET',
    customData: { name: 'Ana', product: 'the Oak Desk' },
  },
  'post /api/templates/{id}/clone': { name: 'My orders' },
};

/** Queries of calls that need more than their required parameters. */
const QUERIES: Record<string, string> = {
  'get /api/sites/{siteId}/aggregate': 'measure=count&kind=purchase&window=week',
};

/** @returns a body that the operation accepts, or undefined if it needs none. */
export const bodyOf = (method: string, path: string, { requestBody }: Operation): unknown =>
  BODIES[`${method} ${path}`] ?? exampleBody(requestBody?.content['application/json']?.schema ?? {});

/** What `{id}` is in each part of the API. */
const ID_VARIABLES: Record<string, string> = { sites: '$SITE', widgets: '$WIDGET' };
const VARIABLES: Record<string, string> = { ...IDS, templateId: 'built-in-sales-order' };

/** @returns the call of an operation, with variables of the shell for ids. */
export function callOf(method: string, path: string, operation: Operation): RestCall {
  const noun = path.split('/')[2] ?? '';
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id'
      ? (ID_VARIABLES[noun] ?? 'built-in-sales-order')
      : (VARIABLES[name] ?? `$${name.replace(/Id$/, '').toUpperCase()}`),
  );
  const needed = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required);
  const query =
    QUERIES[`${method} ${path}`] ?? needed.map(({ name, schema }) => `${name}=${schema.enum?.[0] ?? ''}`).join('&');
  return {
    method: method.toUpperCase() as RestCall['method'],
    path: query ? `${filled}?${query}` : filled,
    body: bodyOf(method, path, operation),
  };
}

/** @returns the call as a command; variables in its body are outside the single quotes, which would hide them. */
export const commandOf = (call: RestCall): string =>
  curlOf(call, SHELL).replace(/^ {2}-d .*/m, (body) => body.replace(/"(\$[A-Z]+)"/g, `"'"$1"'"`));

/** @param publicUrl this installation's address. @returns the steps of the quick start, each a piece of a shell script. */
export const quickStart = (publicUrl: string): { title: string; code: string }[] => [
  { title: 'Say where, with which key, and for which site', code: `PB="${publicUrl}"\nKEY="pb_…"\nSITE="…"` },
  {
    title: 'Report an order',
    code: `NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)\n${commandOf(eventExample(IDS.siteId, '$NOW'))}`,
  },
  {
    title: 'Cancel it after a refund',
    code: commandOf({ method: 'POST', path: `/api/sites/${IDS.siteId}/events/${IDS.eventId}/retract` }),
  },
];
