// What is copied means what it says: a shell and JavaScript read the same body from any text.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { curlOf, fetchOf } from '#shared/rest-examples.ts';

const TARGET = { origin: 'http://proofbell.test', key: 'pb_key' };

it('curl: a shell reads the body from the command as it was, whatever its text', () => {
  for (const message of [`it's "here"`, 'a\nb', '$HOME `id` \\ !', "''"]) {
    const command = curlOf({ method: 'POST', path: '/api/sites', body: { message } }, TARGET);
    const words = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' });
    const [address, , authorization, , , , body = ''] = words.split('\0');
    expect([address, authorization]).toEqual(['http://proofbell.test/api/sites', 'Authorization: Bearer pb_key']);
    expect(JSON.parse(body)).toEqual({ message });
  }
});

it('JavaScript: the body is the same value, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), async (given) => {
      // JSON.parse takes `__proto__` for a key, which an object literal takes for its prototype.
      const body = JSON.parse(JSON.stringify(given).replaceAll('__proto__', 'proto').replaceAll('-0', '0'));
      const code = fetchOf({ method: 'PUT', path: '/api/x', body }, TARGET);
      const sent: unknown[] = [];
      const fetch = async (url: string, init: { body: string; method: string }) => {
        sent.push(url, init.method, JSON.parse(init.body));
        return { json: async () => null };
      };
      const run = new Function('fetch', 'console', `return (async () => {${code}})()`);
      await run(fetch, { log: () => undefined });
      expect(sent).toEqual(['http://proofbell.test/api/x', 'PUT', body]);
    }),
  );
});
