// An integrator's view of the API: a cookie jar, the CSRF dance, JSON in and out.

import superjson, { type SuperJSONResult } from 'superjson';
import type { MailKind } from '#server/db/mails.ts';
import { composeEmail } from '#server/domain/compose-email.ts';
import type { Letter } from '#server/domain/ports.ts';
import type { ApiError } from '#server/trpc/errors.ts';
import type { ApiKey, NewApiKey } from '#shared/contract/api-key.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Report } from '#shared/contract/report.ts';
import type { AccountSession } from '#shared/contract/session.ts';
import type { Site } from '#shared/contract/site.ts';
import type { NewSource } from '#shared/contract/source.ts';
import type { Template } from '#shared/contract/template.ts';
import type { Widget } from '#shared/contract/widget.ts';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import type { PlanId } from '#shared/pricing.ts';
import { BROWSER, type TestApp } from './app.ts';

/** `T` is the expected body: an error by default. */
export type ApiResponse<T> = { status: number; body: T; headers: Headers };

export type Client = {
  call<T = ApiError>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<T>>;
  get<T = ApiError>(path: string): Promise<ApiResponse<T>>;
  post<T = ApiError>(path: string, body?: unknown): Promise<ApiResponse<T>>;
  put<T = ApiError>(path: string, body?: unknown): Promise<ApiResponse<T>>;
  delete<T = ApiError>(path: string): Promise<ApiResponse<T>>;
  /** Calls a procedure the way the client does. @returns the result, or the error as REST would send it. */
  procedure<T = ApiError>(type: 'query' | 'mutation', path: string, input?: unknown): Promise<ApiResponse<T>>;
  cookies: Map<string, string>;
};

type TrpcBody = { result?: { data: SuperJSONResult }; error?: { json: { data: ApiError } } };

/** @param accessToken sent as Authorization, without cookies: a script rather than a browser. */
export function makeClient(app: Pick<TestApp, 'fetch'>, accessToken?: string): Client {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send<T>(path: string, init: RequestInit): Promise<ApiResponse<T>> {
    const headers = new Headers(init.headers);
    if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`);
    else if (cookies.size > 0) headers.set('cookie', cookieHeader());
    const response = await app.fetch(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers };
  }

  async function call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    if (method === 'GET') return send<T>(path, { headers });
    const { csrfToken } = (await send<{ csrfToken: string }>('/api/csrf-token', {})).body;
    return send<T>(path, {
      method,
      headers: {
        'x-csrf-token': csrfToken,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
      }),
    });
  }

  async function procedure<T>(type: 'query' | 'mutation', path: string, input?: unknown): Promise<ApiResponse<T>> {
    const sent = JSON.stringify(superjson.serialize(input));
    const response =
      type === 'query'
        ? await call<TrpcBody>('GET', `/api/trpc/${path}?input=${encodeURIComponent(sent)}`)
        : await call<TrpcBody>('POST', `/api/trpc/${path}`, sent);
    const { result, error } = response.body;
    return { ...response, body: (result ? superjson.deserialize(result.data) : error?.json.data) as T };
  }

  return {
    call,
    procedure,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
    cookies,
  };
}

/** @returns what a queued email would be sent with; a code in it is a new one on each call. */
export const letterOf = (
  app: TestApp,
  mail: { kind: MailKind; user_id: string | null; registration_id: string | null; recipient: string },
): Promise<Letter | null> =>
  composeEmail(app.deps, {
    kind: mail.kind,
    userId: mail.user_id,
    registrationId: mail.registration_id,
    to: mail.recipient,
  });

/** @returns the link of the newest queued email to `to`. */
export async function mailedLink(app: TestApp, to: string): Promise<string> {
  const mail = await app.deps.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', to)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return (await letterOf(app, mail))?.link ?? '';
}

/** Registers and verifies an owner on `plan`. @returns a client logged in as them. */
export async function makeOwner(app: TestApp, email = 'owner@shop.example', plan: PlanId = 'free'): Promise<Client> {
  const client = makeClient(app);
  await client.post('/api/auth/register', { email, password: 'correct horse', displayName: 'Olive Owner' });
  const code = new URL(await mailedLink(app, email)).searchParams.get('code');
  await client.post('/api/auth/verify-email', { code });
  await app.deps.db.updateTable('users').set({ granted_plan: plan }).where('email', '=', email).execute();
  return client;
}

/** @returns a new API key, shown once. */
export const makeKey = async (owner: Client, scope: ApiKey['scope'], name = 'Script'): Promise<NewApiKey> =>
  (await owner.post<{ apiKey: NewApiKey }>('/api/api-keys', { name, scope })).body.apiKey;

/** @returns a new source, with its secret if we made one. */
export const addSource = async (owner: Client, siteId: string, source: object): Promise<NewSource> =>
  (await owner.post<{ source: NewSource }>(`/api/sites/${siteId}/sources`, source)).body.source;

export const notificationsOf = async (owner: Client, widgetId: string): Promise<Notification[]> =>
  (await owner.get<{ notifications: Notification[] }>(`/api/widgets/${widgetId}/notifications`)).body.notifications;

/** @returns what a visitor's page gets. */
export const payloadOf = async (app: Pick<TestApp, 'fetch'>, siteId: string): Promise<EmbedPayload> =>
  (await app.fetch(`/api/embed/${siteId}`)).json();

/** What a visitor's page sends of what the visitor saw and did. @param headers more of them. */
export const reportEvents = (
  app: Pick<TestApp, 'fetch'>,
  siteId: string,
  token: string,
  events: object[],
  headers: Record<string, string> = {},
): Promise<Response> =>
  app.fetch(`/api/embed/${siteId}/events`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER, ...headers },
    body: JSON.stringify({ token, events }),
  });

/** What an owner has after a few minutes. */
export type Shop = {
  site: Site;
  widget: Widget;
  notification: Notification;
  template: Template;
  apiKey: ApiKey;
  report: Report;
  session: AccountSession;
  /** A webhook. */
  source: NewSource;
  /** A file, and the source that it was given to; see addImport. */
  imported?: { sourceId: string; importId: string };
  /** See addImage. */
  image?: { id: string };
  /** See addGoal. */
  goal?: { id: string };
  /** Years old: it shows nowhere. */
  event: { id: string };
};

/** Adds a goal, which is the site's main one. */
export const addGoal = async (owner: Client, shop: Shop): Promise<Shop> => {
  const orders = { name: 'Orders', kind: 'orders' };
  const { body } = await owner.post<{ goal: { id: string } }>(`/api/sites/${shop.site.id}/goals`, orders);
  return { ...shop, goal: body.goal };
};

/** Creates a site with one notification, a template, an API key and a report. The session is another one of the owner's, if there is one. */
export async function makeShop(owner: Client, name = 'Oak & Iron'): Promise<Shop> {
  const { site } = (await owner.post<{ data: { site: Site } }>('/api/sites', { name })).body.data;
  const { widget } = (await owner.get<{ widget: Widget }>(`/api/widgets/site/${site.id}`)).body;
  const response = await owner.post<{ notification: Notification }>(`/api/widgets/${widget.id}/notifications`, {
    type: 'purchase',
    message: 'Ana from Lisbon bought the Oak Desk',
  });
  const { template } = (
    await owner.post<{ template: Template }>('/api/templates', {
      name: `Orders of ${name}`,
      category: 'sales',
      type: 'purchase',
      settings: { message: '{{name|Someone}} bought {{product|something}}' },
    })
  ).body;
  const apiKey = await makeKey(owner, 'read');
  const { report } = (await owner.post<{ report: Report }>(`/api/sites/${site.id}/reports`, { name: 'Phones' })).body;
  const { sessions } = (await owner.get<{ sessions: AccountSession[] }>('/api/auth/sessions')).body;
  const session = sessions.find(({ isCurrent }) => !isCurrent) ?? sessions[0];
  if (!session) throw new Error('An owner without a session');
  const source = await addSource(owner, site.id, { kind: 'webhook' });
  const event = { id: 'order-1', kind: 'signup', occurredAt: new Date(0).toISOString(), actor: { firstName: 'Ana' } };
  await owner.post(`/api/sites/${site.id}/events`, { events: [event] });
  return {
    site,
    widget,
    notification: response.body.notification,
    template,
    apiKey,
    report,
    session,
    source,
    event,
  };
}
