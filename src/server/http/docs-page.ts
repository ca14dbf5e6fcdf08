// The page at /api/docs, generated from the OpenAPI description, without scripts, so that it works under the app's CSP.
import { html, raw } from 'hono/html';
import type { OpenApi, Operation } from './openapi.ts';

/** The page's only style element. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--bg:#f7f4ee;--surface:#fff;--ink:#1b1916;--muted:#635d53;--line:#e2dcd0;--accent:#0b5a58}
@media(prefers-color-scheme:dark){:root{--bg:#131210;--surface:#191815;--ink:#f2eee6;--muted:#a9a296;--line:#35322b;--accent:#5cc2b6}}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.6 'Inter Variable',-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:880px;margin:0 auto;padding:48px 16px 96px}h1{font-size:36px;line-height:40px;letter-spacing:-.03em;margin:0 0 8px}
h2{font-size:20px;margin:48px 0 8px;text-transform:capitalize}p{color:var(--muted);margin:0 0 16px}a{color:var(--accent)}
details{border:1px solid var(--line);border-radius:6px;background:var(--surface);margin:0 0 8px}
summary{display:flex;flex-wrap:wrap;gap:4px 12px;padding:12px 16px;cursor:pointer;align-items:baseline}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}code,pre{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}
.method{font-weight:700;min-width:56px;color:var(--accent)}.what{color:var(--muted);font-size:14px}
.body{padding:0 16px 16px;border-top:1px solid var(--line)}h3{font-size:14px;margin:16px 0 4px}
pre{overflow:auto;margin:0;padding:12px;background:var(--bg);border-radius:3px;max-height:420px}`;

const schemaBlock = (title: string, schema: unknown) =>
  html`<h3>${title}</h3><pre tabindex="0"><code>${JSON.stringify(schema, null, 2)}</code></pre>`;

function operationBlock(path: string, method: string, operation: Operation) {
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const [status, answer] = Object.entries(operation.responses)[0] ?? [];
  const schema = answer?.content?.['application/json']?.schema;
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return html`<details><summary><span class="method">${method.toUpperCase()}</span><code>${path}</code><span class="what">${operation.summary}</span></summary>
<div class="body">${query.length > 0 ? schemaBlock('Query', query) : ''}${body ? schemaBlock(`Body (${body[0]})`, body[1].schema) : ''}
${schema ? schemaBlock(`Response ${status}`, schema) : html`<h3>Response ${status}</h3><p>${answer?.description}</p>`}</div></details>`;
}

/** @returns the page's HTML. */
export function docsPage(description: OpenApi) {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Proofbell API</title><link rel="icon" href="/favicon.svg"><style>${raw(DOCS_STYLE)}</style></head><body><main>
<h1>Proofbell API</h1><p>Version ${description.info.version}. ${description.info.description} For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
${tags.map(
  (tag) =>
    html`<h2>${tag}</h2>${operations
      .filter(({ operation }) => operation.tags[0] === tag)
      .map(({ path, method, operation }) => operationBlock(path, method, operation))}`,
)}</main></body></html>`;
}
