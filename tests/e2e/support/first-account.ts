// The first account of a server is verified as it is made, where its browser is on the same machine (isFirstHere): with one
// there already, none of a test's is the first.
import { request } from '@playwright/test';
import { PASSWORD } from './owner.ts';

export default async function makeFirstAccount(): Promise<void> {
  const visitor = await request.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
  const { csrfToken } = await (await visitor.get('/api/csrf-token')).json();
  await visitor.post('/api/auth/register', {
    data: { email: 'first@shop.example', password: PASSWORD },
    headers: { 'X-CSRF-Token': csrfToken },
  });
  await visitor.dispose();
}
