// Sketches for the guides of what is pressed in a vendor's own screens: not those screens, which are the vendor's and change,
// but the names on them, in order, and what to press or copy. Taken by `npm run screenshots`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { STRIPE_EVENTS } from '#shared/source-kinds.ts';

const font = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64');

const STYLE = `
@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font}) format('woff2')}
*{box-sizing:border-box}
body{margin:0;padding:24px;background:#faf8f3;color:#1f1d1a;font:15px/1.5 Inter,sans-serif}
main{width:480px}
header{padding-bottom:10px;color:#6a655c;font-size:14px}
header b{color:#1f1d1a;font-weight:600}
.card{padding:16px;background:#fff;border:1px solid #d9d4c9;border-radius:8px}
h2{margin:0 0 10px;font-size:15px;font-weight:600}
.row{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:4px 0;border-top:1px solid #eee9df}
h2 + .row,.row:first-child{border-top:0}
.form{display:grid;grid-template-columns:max-content 1fr;gap:12px 16px;align-items:center}
.field{padding:5px 10px;border:1px solid #b9b2a4;border-radius:6px;background:#fff;font-size:14px}
.dim{color:#6a655c}
.press{display:inline-block;margin-top:14px;padding:6px 14px;border-radius:6px;background:#0f6e66;color:#fff;font-weight:600}
.row .press{margin:0}
.mark{outline:3px solid #ffb938;outline-offset:2px}
.arrow{margin:6px 0;color:#6a655c;font-size:20px;line-height:1;text-align:center}
nav{display:flex;gap:6px;margin-bottom:14px}
nav div{padding:4px 12px;border-radius:6px}
nav .on{background:#e2efed;font-weight:600}`;

const sketch = (where: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main><header>${where}</header><section>${body}</section></main>`;
const menu = (on: string, ...all: string[]) =>
  `<nav>${all.map((name) => `<div class="${name === on ? 'on mark' : ''}">${name}</div>`).join('')}</nav>`;
const card = (...parts: string[]) => `<div class="card">${parts.join('')}</div>`;
const title = (text: string) => `<h2>${text}</h2>`;
const press = (name: string) => `<span class="press mark">${name}</span>`;
const row = (name: string, value = '') => `<div class="row"><span>${name}</span>${value}</div>`;
type Fields = (readonly [name: string, value: string])[];
const fieldsOf = (fields: Fields, more = '') =>
  `<div class="form">${fields.map(([name, value]) => `<span>${name}</span><span class="field ${more}">${value}</span>`).join('')}</div>`;
/** What is entered or chosen, by the name of its field. */
const form = (...fields: Fields) => fieldsOf(fields);
/** What is copied. */
const copied = (...fields: Fields) => fieldsOf(fields, 'mark');
const THEN = '<div class="arrow">↓</div>';

/** Of a restricted key. */
const STRIPE_PERMISSIONS = [
  ['Charges and Refunds', 'Read'],
  ['Checkout Sessions', 'Read'],
  ['Disputes', 'Read'],
  ['Webhook Endpoints', 'Write'],
] as const;

const URL_FIELD = 'the delivery URL';
const SECRET = 'the secret';
const HEADER = 'Authorization: Bearer <i>the secret</i>';

export const SKETCHES = {
  'shopify-app': sketch(
    'Shopify · <b>Dev Dashboard</b>',
    card(row('<b>Apps</b>', press('Create app'))) +
      THEN +
      card(title('Version'), form(['Scopes', 'read_orders']), press('Release')),
  ),
  'shopify-install': sketch(
    'Shopify · Dev Dashboard · <b>Proofbell</b>',
    menu('Home', 'Home', 'Versions', 'Settings') +
      card(row('<b>Installs</b>', press('Install app'))) +
      THEN +
      card(title('Choose a store'), '<span class="field mark">name.myshopify.com</span>'),
  ),
  'shopify-credentials': sketch(
    'Shopify · Dev Dashboard · <b>Proofbell</b>',
    menu('Settings', 'Home', 'Versions', 'Settings') +
      card(title('Credentials'), copied(['Client ID', '8f1c3a…'], ['Client secret', 'shpss_••••••••'])),
  ),
  'shopify-webhook': sketch(
    'Shopify · Settings · Notifications · <b>Webhooks</b>',
    card(row('<b>Webhooks</b>', press('Create webhook'))) +
      THEN +
      card(
        form(
          ['Event', 'Order creation'],
          ['Format', 'JSON'],
          ['URL', URL_FIELD],
          ['Webhook API version', 'the newest that is stable'],
        ),
        press('Save'),
      ),
  ),
  'shopify-webhooks': sketch(
    'Shopify · Settings · Notifications · <b>Webhooks</b>',
    card(
      ...['Order creation', 'Order payment', 'Order update', 'Order cancellation', 'Refund create'].map((event) =>
        row(event, '<span class="dim">JSON</span>'),
      ),
      '<div class="row dim">Your webhooks will be signed with</div>',
      '<div class="field mark">5e7a0c41…</div>',
    ),
  ),
  'woocommerce-webhook': sketch(
    'WooCommerce · Settings · Advanced · <b>Webhooks</b>',
    card(row('<b>Webhooks</b>', press('Add webhook'))) +
      THEN +
      card(
        form(['Status', 'Active'], ['Topic', 'Order created'], ['Delivery URL', URL_FIELD], ['Secret', SECRET]),
        press('Save webhook'),
      ),
  ),
  'woocommerce-webhooks': sketch(
    'WooCommerce · Settings · Advanced · <b>Webhooks</b>',
    card(...['Order created', 'Order updated', 'Order deleted'].map((topic) => row(topic, '<b>Active</b>'))),
  ),
  'stripe-key': sketch(
    'Stripe · Developers · <b>Create restricted API key</b>',
    card(
      title('Key name: Proofbell'),
      ...STRIPE_PERMISSIONS.map(([name, access]) => row(name, `<b>${access}</b>`)),
      '<div class="row dim"><span>All others</span>None</div>',
      press('Create key'),
    ) +
      THEN +
      card(title('Copy it'), '<div class="field mark">rk_live_••••••••</div>'),
  ),
  'stripe-events': sketch(
    'Stripe · Workbench · <b>Webhooks</b>',
    card(row('<b>Event destinations</b>', press('Create new destination'))) +
      THEN +
      card(
        form(['Events from', 'Your account'], ['Payload style', 'Snapshot']),
        '<div style="height:8px"></div>',
        ...STRIPE_EVENTS.map((event) => row(event, '<b>✓</b>')),
        press('Continue'),
      ),
  ),
  'stripe-endpoint': sketch(
    'Stripe · Workbench · <b>Webhooks</b>',
    card(form(['Destination type', 'Webhook endpoint'], ['Endpoint URL', URL_FIELD]), press('Create destination')) +
      THEN +
      card(row('<b>Signing secret</b> whsec_••••••••', press('Reveal'))),
  ),
  'webhook-zapier': sketch(
    'Zapier · Webhooks by Zapier · <b>POST</b>',
    card(
      form(
        ['URL', URL_FIELD],
        ['Payload Type', 'json'],
        ['Data', 'id: <i>the order’s id</i>'],
        ['', 'name: <i>the customer’s name</i>'],
        ['', 'city, product, paid_at …'],
        ['Headers', HEADER],
      ),
    ),
  ),
  'webhook-make': sketch(
    'Make · HTTP · <b>Make a request</b>',
    card(
      form(
        ['URL', URL_FIELD],
        ['Method', 'POST'],
        ['Headers', HEADER],
        ['', 'Content-Type: application/json'],
        ['Body', 'JSON with values of earlier modules'],
      ),
    ),
  ),
  'webhook-n8n': sketch(
    'n8n · <b>HTTP Request</b>',
    card(
      form(
        ['Method', 'POST'],
        ['URL', URL_FIELD],
        ['Authentication', 'Generic Credential Type'],
        ['Generic Auth Type', 'Header Auth'],
        ['Header Auth', HEADER],
        ['Send Body', 'on'],
        ['Body Content Type', 'JSON'],
        ['Specify Body', 'Using JSON'],
        ['JSON', '{{ $json }}'],
      ),
    ),
  ),
} as const;
