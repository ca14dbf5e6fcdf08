// The first account of a server is verified as it is made, where its browser is on the same machine (isFirstHere): with one
// there already, none of a test's is the first.
import { request } from '@playwright/test';
import { PASSWORD } from './owner.ts';

export default (): Promise<void> => makeFirstAccountAt(`http://localhost:${process.env.E2E_PORT}`);

/** @param baseURL of a server without accounts. */
export async function makeFirstAccountAt(baseURL: string): Promise<void> {
  const visitor = await request.newContext({ baseURL });
  const { csrfToken } = await (await visitor.get('/api/csrf-token')).json();
  await visitor.post('/api/auth/register', {
    data: { email: 'first@shop.example', password: PASSWORD },
    headers: { 'X-CSRF-Token': csrfToken },
  });
  await visitor.dispose();
}
