// What is copied means what it says: a shell and JavaScript read the same body from any text, and of an account's two
// shops the one is reached whose id is in it.
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { curlOf, eventExample, fetchOf } from '#shared/rest-examples.ts';
import { startApp } from '#tests/support/apps.ts';
import { type Client, makeKey, makeOwner, makeShop, notificationsOf, type Shop } from '#tests/support/client.ts';
import { freePort } from '#tests/support/ports.ts';
import { soon } from '#tests/support/soon.ts';

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

const ENTITIES: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };
/** Not execFileSync: the server is in this process. */
const shell = async (script: string) => (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])).stdout;

/** @returns what a shop has, as an owner sees it. */
async function stateOf(owner: Client, { site, widget }: Shop) {
  const notifications = await notificationsOf(owner, widget.id);
  const { settings } = (await owner.get<{ widget: Shop['widget'] }>(`/api/widgets/site/${site.id}`)).body.widget;
  const messages = notifications.map(({ message, status, source }) => `${message} (${status}, ${source})`);
  return { messages: messages.sort(), initialDelay: settings.behavior.timing.initialDelay };
}

it('the quick start and the examples reach the shop they name, and no other of the account', async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const app = await startApp({ PUBLIC_URL: origin });
  const server = await listen(app.handle, { port, hostname: '127.0.0.1' });
  const owner = await makeOwner(app, undefined, 'starter');
  const [first, second] = [await makeShop(owner, 'Oak & Iron'), await makeShop(owner, 'Holt & Ash')];
  const { key } = await makeKey(owner, 'write', 'Mine');
  const untouched = await stateOf(owner, first);

  const page = await (await fetch(`${origin}/api/docs`)).text();
  const quickStart = page.slice(page.indexOf('<section id="quick-start">'), page.indexOf('<section id="conventions">'));
  const steps = [...quickStart.matchAll(/<pre[^>]*><code>([^<]*)<\/code>/g)].map(([, code = '']) =>
    code.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  );
  const now = new Date(app.clock.now()).toISOString();
  const filled = steps.map((step) => step.replace('pb_…', key).replace(/\$\(date[^)]*\)/, now));
  const script = filled.join('\n');
  // Up to what takes it back.
  const report = filled.slice(0, 2).join('\n');
  const said = await shell(report.replace('SITE="…"', `SITE="${second.site.id}"`));
  expect(JSON.parse(said)).toEqual({ accepted: 1, duplicates: 0, refused: [] });
  const sent = 'Ana bought Oak Desk (active, api)';
  await soon(async () => (await stateOf(owner, second)).messages).toContain(sent);
  expect(await stateOf(owner, second)).toEqual({ ...untouched, messages: [...untouched.messages, sent].sort() });
  expect(await stateOf(owner, first)).toEqual(untouched);
  expect(await shell(script.replace('SITE="…"', `SITE="${second.site.id}"`))).toContain('"retracted":1');
  await soon(async () => stateOf(owner, second)).toEqual(untouched);

  const call = eventExample(second.site.id, now);
  const again = { ...call, body: JSON.parse(JSON.stringify(call.body).replace('order-1001', 'order-1002')) };
  expect(JSON.parse(await shell(curlOf(again, { origin, key })))).toMatchObject({ accepted: 1 });
  await soon(async () => (await stateOf(owner, second)).messages).toContain(sent);
  const changed = await stateOf(owner, second);
  expect(await stateOf(owner, first)).toEqual(untouched);
  // Without the id it says so, and sends nothing.
  await shell(script).catch(() => {});
  expect([await stateOf(owner, first), await stateOf(owner, second)]).toEqual([untouched, changed]);

  await server.stop();
});
