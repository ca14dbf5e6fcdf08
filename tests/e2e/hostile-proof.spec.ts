// Attack: have a proof's page run, load or frame something: by its address, by what is pasted into it, by a server that
// signs lies; and show it inside somebody else's page.
import { expect, type Page } from '@playwright/test';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { test as base, poll } from './support/base.ts';
import { test } from './support/owner.ts';

const HOSTILE = `"'><img src=x onerror="document.title='owned'"><script>document.title='owned'</script><iframe src="//evil.example"></iframe></textarea><style>body{display:none}</style>{{name}}\u202e`;
const ADDRESS = `/proof/${encodeURIComponent(HOSTILE)}/${encodeURIComponent(`${HOSTILE}/../..`)}`;
const PROVEN = "reported by the shop's own system";
const GENUINE = { iss: 'https://proof.example', site: 's', notification: 'n', source: 'api', signed: true };

/** Stands for a server that signs whatever it likes. @returns what signs its claims. */
async function lyingServer(page: Page, claims: object) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { kty, crv, x } = await exportJWK(publicKey);
  const key = { kty, crv, x, kid: HOSTILE, alg: 'EdDSA', use: 'sig' };
  const sign = (payload: string, header: object = {}) =>
    new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: 'EdDSA', kid: HOSTILE, ...header })
      .sign(privateKey);
  const body = await sign(JSON.stringify(claims));
  await page.route('**/.well-known/proofbell.json', (route) => route.fulfill({ json: { keys: [key] } }));
  const shown = { shop: HOSTILE, title: HOSTILE, message: HOSTILE, rating: 5, basis: 'event', proof: body };
  await page.route('**/api/embed/**', (route) => route.fulfill({ json: shown }));
  return sign;
}

/** Fails when anything but the page itself runs or loads; that the policy isn't broken, the fixture sees. */
async function expectHarmless(page: Page, origin: string, asked: readonly string[]): Promise<void> {
  await expect(page).toHaveTitle(/^Check a notification/);
  expect(page.frames()).toHaveLength(1);
  expect(await page.locator('main img, main iframe, main style, main script').count()).toBe(0);
  expect(asked.filter((url) => new URL(url).origin !== origin)).toEqual([]);
}
const watch = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return asked;
};
const field = (page: Page) => page.getByLabel('The proof itself');

test('what a lying server proves is text, and what is pasted nothing', { tag: '@long' }, async ({
  page,
  baseURL: origin,
}) => {
  const asked = watch(page);
  const iss = `https://proof.example/${encodeURI(HOSTILE)}`;
  const all = {
    iss,
    site: HOSTILE,
    notification: HOSTILE,
    source: HOSTILE,
    signed: true,
    time: '2026-03-10T12:00:00Z',
  };
  const sign = await lyingServer(page, all);
  await page.goto(ADDRESS);
  // The proof is of another notification than the address, and so proves nothing of the words that came with it.
  await expect(page.getByRole('status')).toContainText(PROVEN);
  await expect(page.getByRole('heading', { level: 1, name: 'Check a notification' })).toBeVisible();
  await page.getByText('How this was checked').click();
  await expect(page.getByText(HOSTILE, { exact: true })).toHaveCount(2);
  await expectHarmless(page, origin ?? '', asked);

  const time = '2026-03-10T12:00:00Z';
  const genuine = { ...GENUINE, time };
  const wrong = "The signature doesn't match";
  const pasted: [text: string, outcome: string][] = [
    [await sign(JSON.stringify({ ...genuine, source: 'constructor' })), 'Proven'],
    // Signed, and still no statement of ours.
    [await sign(JSON.stringify({ ...genuine, iss: HOSTILE })), wrong],
    [await sign(JSON.stringify({ ...genuine, iss: 'javascript:alert(1)' })), wrong],
    [await sign(JSON.stringify({ ...genuine, time: HOSTILE })), wrong],
    [await sign(JSON.stringify({ ...genuine, signed: HOSTILE })), wrong],
    [await sign('null'), wrong],
    [await sign(HOSTILE), wrong],
    [HOSTILE, "This isn't a proof"],
    [`${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(genuine))}.`, 'Signed by another server'],
    [`${btoa(JSON.stringify({ alg: 'HS256', kid: 'x' }))}.e30.e30`, 'Signed by another server'],
    ['.'.repeat(50_000), "This isn't a proof"],
  ];
  for (const [text, outcome] of pasted) {
    await field(page).fill(text);
    await expect(page.getByText(outcome, { exact: true }).first(), text.slice(0, 80)).toBeVisible();
  }
  await expectHarmless(page, origin ?? '', asked);
});

base('a proof is shown inside no other page', async ({ page, baseURL: origin }) => {
  const elsewhere = `<!doctype html><title>x</title><iframe src="${origin}/proof/s/n"></iframe>`;
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: elsewhere }));
  await page.goto('http://evil.example/');
  await poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});
