// Sketches for the guides of what is pressed in a vendor's own screens: not those screens, which are the vendor's and change,
// but the names on them, in order, and which to press. Taken by `npm run screenshots`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const font = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64');

const STYLE = `
@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font}) format('woff2')}
*{box-sizing:border-box}
body{margin:0;padding:24px;background:#fff;color:#1f1d1a;font:15px/1.5 Inter,sans-serif}
main{width:720px;border:1px solid #d9d4c9;border-radius:12px;background:#faf8f3;overflow:hidden}
header{padding:12px 20px;border-bottom:1px solid #d9d4c9;color:#6a655c;font-size:14px}
header b{color:#1f1d1a;font-weight:600}
section{padding:20px;display:flex;gap:16px;align-items:stretch}
.card{flex:1;padding:16px;background:#fff;border:1px solid #d9d4c9;border-radius:8px;min-width:0}
.card h2{margin:0 0 10px;font-size:15px;font-weight:600}
.row{display:flex;justify-content:space-between;gap:12px;padding:6px 0;border-top:1px solid #eee9df}
.row:first-of-type{border-top:0}
.field{margin-top:8px;padding:7px 10px;border:1px solid #b9b2a4;border-radius:6px;font-family:monospace;font-size:14px}
.dim{color:#8b857a}
.press{display:inline-block;margin-top:12px;padding:7px 14px;border-radius:6px;background:#0f6e66;color:#fff;font-weight:600}
.mark{outline:3px solid #ffb938;outline-offset:3px}
.arrow{align-self:center;color:#8b857a;font-size:22px}
nav{flex:0 0 150px}
nav div{padding:6px 10px;border-radius:6px}
nav .on{background:#e2efed;font-weight:600}`;

const sketch = (where: string, body: string): string =>
  `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><main><header>${where}</header><section>${body}</section></main>`;
const menu = (on: string, ...all: string[]) =>
  `<nav>${all.map((name) => `<div class="${name === on ? 'on mark' : ''}">${name}</div>`).join('')}</nav>`;

export const SKETCHES = {
  'shopify-app': sketch(
    'Shopify · <b>Dev Dashboard</b>',
    `<div class="card"><h2>Apps</h2><div class="row dim">No apps yet</div><span class="press mark">Create app</span></div>
     <div class="arrow">→</div>
     <div class="card"><h2>Version</h2>Scopes<div class="field mark">read_orders</div><span class="press mark">Release</span></div>`,
  ),
  'shopify-install': sketch(
    'Shopify · Dev Dashboard · <b>Proofbell</b>',
    `${menu('Home', 'Home', 'Versions', 'Settings')}<div class="card"><h2>Installs</h2>
     <span class="press mark">Install app</span></div><div class="arrow">→</div>
     <div class="card"><h2>Choose a store</h2><div class="row mark">name.myshopify.com</div></div>`,
  ),
  'shopify-credentials': sketch(
    'Shopify · Dev Dashboard · <b>Proofbell</b>',
    `${menu('Settings', 'Home', 'Versions', 'Settings')}<div class="card"><h2>Credentials</h2>
     Client ID<div class="field mark">8f1c3a…</div><div style="height:10px"></div>Client secret<div class="field mark">shpss_••••••••</div></div>`,
  ),
  'stripe-key': sketch(
    'Stripe · Developers · <b>Create restricted API key</b>',
    `<div class="card"><h2>Key name: Proofbell</h2>
     ${[
       ['Charges and Refunds', 'Read'],
       ['Checkout Sessions', 'Read'],
       ['Disputes', 'Read'],
       ['Webhook Endpoints', 'Write'],
     ]
       .map(([name, access]) => `<div class="row"><span>${name}</span><b>${access}</b></div>`)
       .join('')}
     <div class="row dim"><span>All others</span>None</div><span class="press mark">Create key</span></div>
     <div class="arrow">→</div>
     <div class="card"><h2>Copy it</h2><div class="field mark">rk_live_••••••••</div></div>`,
  ),
} as const;
