// What was loaded ahead needs no connection when it is asked for.
import { afterEach, expect, it, vi } from 'vitest';
import { expectConnection, fetchCode } from './loadable.ts';

afterEach(() => void vi.unstubAllGlobals());

it('code that is here is used without a connection; other code isn’t begun', async () => {
  const [fetched, other] = [async () => 'fetched', async () => 'other'];
  vi.stubGlobal('navigator', { onLine: true });
  await fetchCode(fetched);
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('window', { location: { href: 'https://proofbell.test/' } });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expectConnection(fetched);
  await expect(expectConnection(other)).rejects.toThrow('Failed to fetch');
  await expect(fetchCode(other)).rejects.toThrow('Failed to fetch');
});
