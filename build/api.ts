// Writes the description of the REST surface and the page at /api/docs, with its font, into dist/api, from the server's own rows.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PLAIN_API_ROWS } from '#server/app.ts';
import { API_FILES, type ApiFiles } from '#server/http/api-files.ts';
import { docsPage } from '#server/http/docs-page.ts';
import { makeOpenApi } from '#server/http/openapi.ts';
import { PUBLIC_URL_PLACEHOLDER } from '#shared/page-data.ts';

/** @param version the product's. */
export function makeApiFiles(version: string): ApiFiles {
  const openApi = makeOpenApi({ publicUrl: PUBLIC_URL_PLACEHOLDER, version }, PLAIN_API_ROWS);
  const font = new Uint8Array(readFileSync('src/client/fonts/inter-basic.woff2'));
  return { openApi: JSON.stringify(openApi), docs: String(docsPage(openApi)), font };
}

export function buildApi(): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { openApi, docs, font } = makeApiFiles(version);
  mkdirSync('dist/api', { recursive: true });
  writeFileSync(`dist/api/${API_FILES.openApi}`, openApi);
  writeFileSync(`dist/api/${API_FILES.docs}`, docs);
  writeFileSync(`dist/api/${API_FILES.font}`, font);
}
