// /api/openapi.json and /api/docs. The build makes both (build/api.ts), because making them holds up the server's only
// thread for 70 ms; the server fills in its own address.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { PUBLIC_URL_PLACEHOLDER } from '#shared/page-data.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { HTML } from './pages.ts';
import type { HttpEnv } from './request-context.ts';
import { securityHeaders } from './security-headers.ts';
import { bytesFile, textFile } from './static.ts';

/** Their names in the build's folder. */
export const API_FILES = { openApi: 'openapi.json', docs: 'docs.html', font: 'docs.woff2' };

/** JSON and HTML, with a placeholder for the installation's address; and the app's small font. */
export type ApiFiles = { openApi: string; docs: string; font: Uint8Array<ArrayBuffer> };

/** @throws when the build is missing */
export function readApiFiles(folder: string): ApiFiles {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    openApi: read(API_FILES.openApi),
    docs: read(API_FILES.docs),
    font: new Uint8Array(readFileSync(join(folder, API_FILES.font))),
  };
}

/** @param publicUrl this installation's address, without a trailing slash. */
export function mountApiFiles(app: Hono<HttpEnv>, publicUrl: string, { openApi, docs, font }: ApiFiles): void {
  const fill = (text: string, value: string) => text.replaceAll(PUBLIC_URL_PLACEHOLDER, () => value);
  const inJson = JSON.stringify(publicUrl).slice(1, -1);
  const inHtml = String(html`${publicUrl}`);
  app.get(
    '/api/openapi.json',
    textFile('application/json', () => fill(openApi, inJson)),
  );
  app.get(
    '/api/docs',
    securityHeaders(publicUrl, DOCS_STYLE),
    textFile(HTML, () => fill(docs, inHtml)),
  );
  app.get('/api/docs.woff2', bytesFile('font/woff2', font));
}
