// The page at /api/docs, generated from the OpenAPI description (docs/decisions/008-api-page.md says why not by a viewer).
// It has no scripts, so that it works under the app's policy, in text browsers, and before anything is loaded.
import { html, raw } from 'hono/html';
import { callOf, commandOf, isPrinted, quickStart } from './docs-examples.ts';
import { fieldTable, kindTable, typeOf } from './docs-fields.ts';
import { DOCS_STYLE } from './docs-style.ts';
import type { OpenApi, Operation } from './openapi.ts';
import type { JsonSchema } from './openapi-schemas.ts';

type Call = { path: string; method: string; operation: Operation };

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const code = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`;

function callBlock({ path, method, operation }: Call) {
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [status = '', answer] = Object.entries(operation.responses)[0] ?? [];
  const schema = answer?.content?.['application/json']?.schema;
  const parameters = operation.parameters ?? [];
  const given = (place: 'path' | 'query'): JsonSchema => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return {
      properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  const part = (title: string, schema: JsonSchema, isInput: boolean) => {
    const table = fieldTable(schema, isInput);
    return table ? html`<h4>${title}</h4>${table}` : '';
  };
  return html`<details id="${slugOf(`${method} ${path.replace('/api', '')}`)}"><summary><span class="method ${method}">${method.toUpperCase()}</span><span class="what">${operation.summary}</span><code>${path}</code></summary>
<div class="body">${isPrinted(operation) ? code(commandOf(callOf(method, path, operation))) : ''}
${part('In the path', given('path'), true)}${part('In the query', given('query'), true)}
${body ? part(type === 'application/json' ? 'Body' : `Body, JSON sent as ${type}`, body.schema, true) : ''}
<h4>Response ${status}</h4>${schema ? (schema.properties ? fieldTable(schema, false) : html`<p>${typeOf(schema)}</p>`) : html`<p>${answer?.description}.</p>`}</div></details>`;
}

/** A schema with a name. A patch is any part of the whole. */
function schemaBlock(name: string, schema: JsonSchema) {
  const whole = /^(\w+)Patch$/.exec(name)?.[1];
  const conditions = schema.properties?.conditions?.items?.oneOf;
  const content = whole
    ? html`<p>Any part of <a href="#${whole}">${whole}</a>: what you leave out stays as it is, and lists are replaced as a whole.</p>`
    : html`${schema.oneOf ? kindTable(schema.oneOf) : fieldTable(schema, false)}${
        conditions
          ? html`<h4>Conditions</h4>${kindTable(conditions)}<p>A group holds conditions of its own, with a <code>match</code> of its own.</p>`
          : ''
      }`;
  return html`<section class="object" id="${name}"><h3>${name}</h3>${content}</section>`;
}

const start = (publicUrl: string) => html`<section id="quick-start"><h2>Quick start</h2>
<p>In the app, open <a href="/settings">User Settings</a> or a site's Developer Tools, create an API key that may read and write, and copy it. Your site's id is in its snippet, as <code>data-site-id</code>. Then, in a shell:</p>
<ol>${quickStart(publicUrl).map((step) => html`<li><h3>${step.title}</h3>${code(step.code)}</li>`)}</ol>
<p>That is all: the notification shows on pages with your snippet within a minute. Report only what really happened.</p></section>`;

const CONVENTIONS = html`<section id="conventions"><h2>How calls work</h2>
<dl><dt>Who calls</dt><dd>Send an API key as <code>Authorization: Bearer pb_…</code>. A key works for all sites of its account. Calls with that header need no CSRF token; browsers with a session cookie send <code>X-CSRF-Token</code> from <code>/api/csrf-token</code>.</dd>
<dt>Bodies</dt><dd>JSON in and out, up to 256 KiB (16 without login), as <code>Content-Type: application/json</code>.</dd>
<dt>Ids and dates</dt><dd>Ids are text. Dates are ISO 8601; responses are in UTC. Sites carry their id twice, as <code>id</code> and as <code>_id</code>; use <code>id</code>.</dd>
<dt>Changing</dt><dd>A PUT changes the fields that it carries and leaves the rest. Optional texts are cleared by <code>null</code> or empty text.</dd>
<dt>Success</dt><dd>201 when something was created, 204 without a body when it was deleted, otherwise 200.</dd>
<dt>Failure</dt><dd>An <a href="#Error">Error</a> with a status from 400 up: 400 (the input; <code>errors</code> names each field), 401 (no valid key or login), 403 (not allowed), 404 (not there, or not yours), 409 (a conflict), 413 and 415 (too large, not JSON), 429 (too often; see Retry-After), 503 (try again).</dd></dl></section>`;

/** @returns the page's HTML. */
export function docsPage({ info, servers, tags, paths, components }: OpenApi) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method, operation })),
  );
  const sections = tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags[0] === tag.name) }))
    .filter((section) => section.calls.length > 0);
  const schemas = Object.entries(components.schemas).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Proofbell API</title><link rel="icon" href="/favicon.svg"><style>${raw(DOCS_STYLE)}</style></head><body>
<header><a class="mark" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Proofbell</a><a href="/dashboard">Back to the app</a></header>
<main><h1>Proofbell API</h1><p class="lead">Nearly everything that the app does is also a call. Version ${info.version}. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="On this page"><a href="#quick-start">Quick start</a><a href="#conventions">How calls work</a>${sections.map(({ name }) => html`<a href="#${slugOf(name)}">${name}</a>`)}<a href="#objects">Objects</a></nav>
${start(servers[0]?.url ?? '')}${CONVENTIONS}
${sections.map(
  ({ name, description, calls }) =>
    html`<section id="${slugOf(name)}"><h2>${name}</h2><p>${description}</p>${calls.map(callBlock)}</section>`,
)}
<section id="objects"><h2>Objects</h2><p>What several calls take or return.</p>${schemas.map(([name, schema]) => schemaBlock(name, schema))}</section></main></body></html>`;
}
