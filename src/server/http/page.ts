// Pages rendered here, for people who come from an email and for the sandbox. They work without scripts, in any browser
// and wherever scripts are blocked; those with a code in their address have none.
import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import { policySourceOf } from './security-headers.ts';
import { FONT_PATH } from './static.ts';

// The names and values of the client's tokens and font (src/client/app.css, fonts/fonts.css); page.test.ts compares them.
const STYLE = `
@font-face{font-family:'Inter Variable';font-style:normal;font-weight:100 900;font-display:swap;src:url(${FONT_PATH}) format('woff2')}
@font-face{font-family:'Inter Fallback';src:local('Arial'),local('Liberation Sans'),local('Arimo');size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}
:root{color-scheme:light dark;--paper:#f7f4ee;--surface:#fcfaf6;--raised:#ffffff;--line:#e2dcd0;--field:#8b8478;--ink:#1b1916;--muted:#635d53;--accent:#0b5a58;--accent-strong:#084645;--accent-ink:#ffffff;--logo-disc:#0b5a58;--logo-bell:#fcfaf6;--logo-check:#ffc35c}
@media(prefers-color-scheme:dark){:root{--paper:#131210;--surface:#191815;--raised:#211f1b;--line:#35322b;--field:#7c766b;--ink:#f2eee6;--muted:#a9a296;--accent:#5cc2b6;--accent-strong:#7dd2c8;--accent-ink:#05211f;--logo-disc:#12706b;--logo-bell:#f7f3eb;--logo-check:#ffc35c}}
*{box-sizing:border-box}
body{display:flex;flex-direction:column;min-height:100vh;margin:0;background:var(--paper);color:var(--ink);font:14px/20px 'Inter Variable','Inter Fallback',ui-sans-serif,system-ui,sans-serif;-webkit-font-smoothing:antialiased;text-size-adjust:100%}
header{flex:none;height:65px;margin-bottom:-1px;border-bottom:1px solid var(--line);background:var(--surface)}
header div{display:flex;align-items:center;max-width:1152px;height:100%;margin:0 auto;padding:0 16px}
@media(min-width:768px){header div{padding:0 32px}}
header a{display:inline-flex;align-items:center;gap:8px;color:inherit;text-decoration:none;font-size:17px;font-weight:650;letter-spacing:-.025em}
main{flex:1 0 auto;width:100%;max-width:400px;margin:0 auto;padding:48px 16px}
@media(min-width:768px){main{padding-top:80px}}
footer{border-top:1px solid var(--line);background:var(--surface);font-size:13px}
footer nav{display:flex;flex-wrap:wrap;gap:4px 24px;max-width:1152px;margin:0 auto;padding:20px 16px}
@media(min-width:768px){footer nav{padding:20px 32px}}
footer a{padding:4px 0;color:var(--muted);text-decoration:none;text-underline-offset:3px}footer a:hover{color:var(--ink);text-decoration:underline}
h1{margin:0;font-size:32px;line-height:1.25;font-weight:600;letter-spacing:-.025em;text-wrap:balance}
p{margin:6px 0 0;color:var(--muted);text-wrap:pretty}
dl{margin:28px 0;border:1px solid var(--line);border-radius:6px;background:var(--raised)}
dl div{padding:12px 16px}
dl div+div{border-top:1px solid var(--line)}
dt{color:var(--muted);font-size:13px}dd{margin:0;font-weight:500}
.button{display:flex;width:100%;height:40px;align-items:center;justify-content:center;padding:0 16px;border:1px solid transparent;border-radius:3px;background:var(--accent);color:var(--accent-ink);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{background:var(--accent-strong)}
.button.secondary{margin-top:12px;border-color:var(--line);background:var(--raised);color:var(--ink)}
.button.secondary:hover{border-color:var(--field)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
label{display:block;margin-bottom:6px;font-weight:500}
.input{width:100%;height:40px;margin-bottom:12px;padding:0 12px;border:1px solid var(--field);border-radius:3px;background:var(--raised);color:var(--ink);font:inherit}
.error{margin:0 0 12px;color:var(--ink);font-weight:500}
.actions{margin-top:28px}.note{margin-top:12px;font-size:13px}
.logo-disc{fill:var(--logo-disc)}.logo-bell{fill:var(--logo-bell)}.logo-check{fill:none;stroke:var(--logo-check);stroke-width:2.8;stroke-linecap:round;stroke-linejoin:round}
@media print{footer{display:none}}
@media(forced-colors:active){.button{border-color:ButtonText}}`;

/** What a page has beside the common style; made once, because its hashes stand in the policy. */
export type PageParts = { style: string; script: string; policy: string };

export const makePageParts = (style: string, script: string): PageParts => ({
  style,
  script,
  policy: [
    "default-src 'none'",
    `style-src ${[STYLE, style].filter(Boolean).map(policySourceOf).join(' ')}`,
    ...(script ? [`script-src ${policySourceOf(script)}`] : []),
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
});
const NO_PARTS = makePageParts('', '');

/** The address may hold a code, so no cache, search engine or other site shall get to know it. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': NO_PARTS.policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

export type Html = ReturnType<typeof html>;

const LOGO = html`<svg viewBox="0 0 40 40" width="28" height="28" aria-hidden="true"><circle class="logo-disc" cx="20" cy="20" r="20"/><path class="logo-bell" d="M20 7.5c-5 0-8.2 3.7-8.2 8.6 0 3.9-1 5.7-2.4 7.1-.9.9-.3 2.3.9 2.3h19.4c1.2 0 1.8-1.4.9-2.3-1.4-1.4-2.4-3.2-2.4-7.1 0-4.9-3.2-8.6-8.2-8.6Z"/><path class="logo-check" d="M15.3 29.6l3.4 3.4 6.3-5"/></svg>`;

/** Of the client's footer (client/app/footer.tsx), what somebody who was sent here may ask for. */
const FOOTER = html`<footer><nav aria-label="Footer"><a href="/support">Support</a><a href="/privacy-policy">Privacy</a><a href="/terms-of-service">Terms</a><a href="/cookie-policy">Cookies</a></nav></footer>`;

type Page = {
  title: string;
  description: string;
  /** What follows the title and the description. */
  body: Html;
  /** The banner across the top. */
  banner?: Html;
};

export function pageResponse(
  c: HonoContext,
  status: number,
  { title, description, body, banner = html`` }: Page,
  headers: Record<string, string> = {},
  { style, script, policy }: PageParts = NO_PARTS,
): Response {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Proofbell</title><link rel="icon" href="/favicon.svg"><style>${raw(STYLE)}</style>${style && raw(`<style>${style}</style>`)}</head><body>
${banner}<header><div><a href="/">${LOGO} Proofbell</a></div></header>
<main><h1>${title}</h1><p>${description}</p>${body}</main>${FOOTER}${script && raw(`<script>${script}</script>`)}</body></html>`;
  return new Response(page.toString(), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-request-id': c.get('requestId') ?? '',
      ...HEADERS,
      'content-security-policy': policy,
      ...headers,
    },
  });
}

/** A redirect from such a page: its address must not become the next page's referrer. */
export const pageRedirect = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { ...HEADERS, ...headers, location } });

/** @returns links that look like buttons; the first is the primary one, unless the page has another. */
export const linkButtons = (
  links: readonly { href: string; label: string }[],
  first: 'primary' | 'secondary' = 'primary',
): Html =>
  html`<div class="actions">${links.map(
    ({ href, label }, index) =>
      html`<a class="button${index > 0 || first === 'secondary' ? ' secondary' : ''}" href="${href}">${label}</a>`,
  )}</div>`;
