// An integrator's view of the API: a cookie jar, the CSRF dance, JSON in and out.
import type { ApiError } from '#server/trpc/errors.ts';
import type { TestApp } from './app.ts';

/** `T` is what the test expects in the body: an error unless it says otherwise. */
export type Answer<T> = { status: number; body: T; headers: Headers };

export type Client = {
  call<T = ApiError>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  get<T = ApiError>(path: string): Promise<Answer<T>>;
  post<T = ApiError>(path: string, body?: unknown): Promise<Answer<T>>;
  put<T = ApiError>(path: string, body?: unknown): Promise<Answer<T>>;
  delete<T = ApiError>(path: string): Promise<Answer<T>>;
  cookies: Map<string, string>;
};

export function makeClient(app: Pick<TestApp, 'fetch'>): Client {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', cookieHeader());
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
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  return {
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
    cookies,
  };
}

/** @returns the link in the newest mail to `to` that waits in the queue. */
export async function mailedLink(app: TestApp, to: string): Promise<string> {
  const mail = await app.deps.db
    .selectFrom('mails')
    .select('link')
    .where('recipient', '=', to)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return mail.link ?? '';
}

/** Registers and verifies an owner. @returns a client signed in as them. */
export async function makeOwner(app: TestApp, email = 'owner@shop.example', maxSites = 1): Promise<Client> {
  const client = makeClient(app);
  await client.post('/api/auth/register', { email, password: 'correct horse', displayName: 'Olive Owner' });
  const link = new URL(await mailedLink(app, email));
  await client.get(link.pathname + link.search);
  await app.deps.db.updateTable('users').set({ max_sites: maxSites }).where('email', '=', email).execute();
  return client;
}
