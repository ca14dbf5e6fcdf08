// The page at /api/docs, generated from the OpenAPI description (docs/decisions/008-api-page.md says why not by a viewer).
// It reads without a script, so that it works under the app's policy, in text browsers, and before anything is loaded;
// public/api-docs.js lets one try calls with a key.
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

const idOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => slugOf(`${method} ${path.replace('/api', '')}`);

/** @param isOpen whether it is read without being asked for. */
function callBlock({ path, method, operation }: Call, isOpen: boolean) {
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
  const call = callOf(method, path, operation);
  const query = call.path.includes('?') ? call.path.slice(call.path.indexOf('?')) : '';
  const tried = html`<div class="try" data-method="${call.method}" data-path="${path}${query}"${call.body === undefined ? '' : html` data-body="${JSON.stringify(call.body, null, 2)}"`}></div>`;
  const example = isPrinted(method, path, operation)
    ? html`<div class="example">${code(commandOf(call))}${method === 'delete' ? '' : tried}</div>`
    : '';
  return html`<details id="${idOf({ method, path })}"${isOpen ? html` open` : ''}><summary><span class="method ${method}">${method.toUpperCase()}</span><span class="what">${operation.summary}</span><code>${path}</code></summary>
<div class="body${example ? ' has-example' : ''}">${example}<div class="fields">${part('In the path', given('path'), true)}${part('In the query', given('query'), true)}
${body ? part(type === 'application/json' ? 'Body' : `Body, JSON sent as ${type}`, body.schema, true) : ''}
<h4>Response ${status}</h4>${schema ? (schema.properties ? fieldTable(schema, false) : html`<p>${typeOf(schema)}</p>`) : html`<p>${answer?.description}.</p>`}</div></div></details>`;
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
  return html`<details class="object" id="${name}"><summary><span class="what">${name}</span></summary><div class="body">${content}</div></details>`;
}

const start = (publicUrl: string) => html`<section id="quick-start"><h2>Quick start</h2>
<p>Create an API key that may write in <a href="/settings">User Settings</a>. Your site's id is <code>data-site-id</code> in its snippet.</p>
<ol>${quickStart(publicUrl).map((step) => html`<li><h3>${step.title}</h3>${code(step.code)}</li>`)}</ol>
<p>The order shows on your pages within a minute, until you take it back.</p></section>`;

const CONVENTIONS = html`<section id="conventions"><h2>How calls work</h2>
<dl><dt>Who calls</dt><dd>Send an API key as <code>Authorization: Bearer pb_…</code>. It works for all sites of its account. Browsers with a session cookie send <code>X-CSRF-Token</code> from <code>/api/csrf-token</code> instead.</dd>
<dt>Bodies</dt><dd>JSON in and out, up to 256 KiB (16 without login), as <code>Content-Type: application/json</code>.</dd>
<dt>Ids and dates</dt><dd>Ids are text; of a site's two, use <code>id</code>. Dates are ISO 8601, in responses in UTC.</dd>
<dt>Changing</dt><dd>A PUT changes only what it carries. <code>null</code> or empty text clears optional texts.</dd>
<dt>Success</dt><dd>201 for what was created, 204 without a body for what was deleted, otherwise 200.</dd>
<dt>Failure</dt><dd>An <a href="#Error">Error</a> with a status from 400 up: 400 (the input; <code>errors</code> names each field), 401 (no valid key or login), 403 (not allowed), 404 (not there, or not yours), 409 (a conflict), 413 and 415 (too large, not JSON), 429 (too often; see Retry-After), 503 (try again).</dd></dl></section>`;

/** The call that a script makes first. */
const FIRST = 'post /api/sites/{siteId}/events';

/** The first one, then what a script calls with a key, then the others. */
const rank = ({ method, path, operation }: Call) =>
  `${method} ${path}` === FIRST ? 0 : isPrinted(method, path, operation) ? 1 : 2;
const byFirst = (a: Call, b: Call) => rank(a) - rank(b);

/** What no script calls with a key is folded: it is found in the index, or by searching the page. */
const FOLDED = new Set(['API keys', 'Account', 'Registration', 'Billing', 'For the widget', 'Contact', 'Service']);

function part({ name, description, calls }: OpenApi['tags'][number] & { calls: readonly Call[] }) {
  const head = html`<h2>${name}</h2><p>${description}</p>`;
  const list = calls.map((call) => callBlock(call, rank(call) === 0));
  const content = FOLDED.has(name)
    ? html`<details class="part"><summary>${head}</summary>${list}</details>`
    : [head, list];
  return html`<section id="${slugOf(name)}">${content}</section>`;
}

/** @returns the page's HTML. */
export function docsPage({ info, servers, tags, paths, components }: OpenApi) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method, operation })),
  );
  const sections = tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags[0] === tag.name).sort(byFirst) }))
    .filter((section) => section.calls.length > 0);
  const schemas = Object.entries(components.schemas).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Proofbell API</title><link rel="icon" href="/favicon.svg"><script src="/theme.js"></script><style>${raw(DOCS_STYLE)}</style></head><body>
<header><a class="mark" href="/"><img src="/favicon.svg" alt="" width="28" height="28">Proofbell</a><a href="/dashboard">Back to the app</a></header>
<div class="frame"><nav aria-label="On this page" tabindex="0"><ul><li><a href="#quick-start">Quick start</a></li><li><a href="#conventions">How calls work</a></li>${sections.map(
    ({ name, calls: own }) =>
      html`<li><a href="#${slugOf(name)}">${name}</a><ul>${own.map((call) => html`<li><a href="#${idOf(call)}"><span class="method">${call.method.toUpperCase()}</span>${call.operation.summary}</a></li>`)}</ul></li>`,
  )}<li><a href="#objects">Objects</a></li></ul></nav>
<main><h1>Proofbell API</h1><p class="lead">Nearly everything that the app does. Version ${info.version}. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
${start(servers[0]?.url ?? '')}${CONVENTIONS}
${sections.map(part)}
<section id="objects"><h2>Objects</h2><p>What several calls take or return.</p>${schemas.map(([name, schema]) => schemaBlock(name, schema))}</section></main></div><script src="/api-docs.js" defer></script></body></html>`;
}
