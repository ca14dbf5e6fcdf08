// The frame of the sandbox's pages: the look they share, the notice that no money moves, and money and dates as people
// in the visitor's country write them.
import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { SandboxPrice } from '../../domain/billing/sandbox-desk.ts';
import { type Html, makePageParts, pageResponse } from '../page.ts';
import { CARD_SCRIPT, CARD_STYLE } from './card-form.ts';

// The tokens beyond those of page.ts have the names and values of the client's, too.
const STYLE = `
:root{--danger:#ae2a1f;--danger-tint:#fbece8;--success:#22683d;--success-tint:#e8f2e9;--proof-ink:#8a4f00;--proof-tint:#fff6e3}
@media(prefers-color-scheme:dark){:root{--danger:#f4907f;--danger-tint:#361d19;--success:#7fcb98;--success-tint:#192a1e;--proof-ink:#f2b54a;--proof-tint:#2a2216}}
.test-mode{margin:0;padding:8px 16px;background:var(--proof-tint);color:var(--proof-ink);font-size:13px;text-align:center}
.test-mode strong{font-weight:600}
main{max-width:464px;padding-top:24px}
@media(min-width:768px){main{padding-top:40px}}
h1{font-size:26px}
h2{margin:40px 0 12px;font-size:16px;line-height:24px;font-weight:600;letter-spacing:-.01em}
dl{margin:20px 0}
dl.rows div{display:flex;justify-content:space-between;gap:16px}
main p{overflow-wrap:anywhere}
dl.rows dt{flex:none;font-size:14px}dl.rows dd{text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
dl.rows dd.money{white-space:nowrap}
dl.rows .total dt{color:var(--ink);font-weight:600}dl.rows .total dd{font-weight:600}
.notice{margin:20px 0 0;padding:10px 14px;border-radius:6px;background:var(--success-tint);color:var(--success);font-weight:500}
.notice.bad{background:var(--danger-tint);color:var(--danger)}
.notice.warn{background:var(--proof-tint);color:var(--proof-ink)}
.panel{margin:20px 0 0;padding:16px;border:1px solid var(--line);border-radius:6px;background:var(--raised)}
.panel>:first-child{margin-top:0}
.panel h3{margin:0;font-size:17px;line-height:24px;font-weight:600;letter-spacing:-.01em}
.panel .line{display:flex;justify-content:space-between;gap:16px;align-items:baseline}
.panel .line span{color:var(--muted);font-size:14px;font-weight:400;letter-spacing:0;font-variant-numeric:tabular-nums;white-space:nowrap}
.panel .button.secondary{background:transparent}
.row{display:flex;flex-wrap:wrap;gap:12px;margin-top:16px}
.row form{flex:1 1 auto;margin:0}.row .button{height:auto;min-height:40px;margin:0;padding:8px 12px}
.plans{display:grid;gap:8px;margin:0;padding:0;border:0}
.plans label{display:flex;align-items:center;gap:12px;margin:0;padding:11px 14px;border:1px solid var(--line);border-radius:6px;background:var(--raised);cursor:pointer}
.plans label:hover{border-color:var(--field)}
.plans label:has(:checked){border-color:var(--accent)}
.plans label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.plans input{margin:0;accent-color:var(--accent);outline:none}
.plans .amount{margin-left:auto;color:var(--muted);font-weight:400;font-variant-numeric:tabular-nums;white-space:nowrap}
.plans+.button{margin-top:12px}
.panel+h2{margin-top:32px}
.list{margin:0;padding:0;border:1px solid var(--line);border-radius:6px;background:var(--raised);list-style:none}
.list li+li{border-top:1px solid var(--line)}
.list a{display:flex;justify-content:space-between;gap:12px;padding:11px 14px;color:inherit;text-decoration:none;font-variant-numeric:tabular-nums}
.list a:hover{background:var(--surface)}
.list .state{color:var(--muted)}
.list .amount{margin-left:auto;font-weight:500}
.back{display:inline-block;margin-top:28px;color:var(--accent);font-weight:500;text-underline-offset:3px}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media print{.test-mode{border-bottom:1px solid}.back{display:none}}
${CARD_STYLE}`;

const PLAIN = makePageParts(STYLE, '');
const WITH_CARD = makePageParts(STYLE, CARD_SCRIPT);

const BANNER = html`<p class="test-mode" role="note"><strong>Test mode: never type a real card.</strong> No money moves here.</p>`;

type Page = { title: string; description: string; body: Html };

/** @param hasCard whether a card form is on it. */
export const sandboxPage = (c: HonoContext, status: number, page: Page, hasCard = false): Response =>
  pageResponse(c, status, { ...page, banner: BANNER }, {}, hasCard ? WITH_CARD : PLAIN);

/** What the pages say when there is nothing to show. */
export const notFoundPage = (c: HonoContext): Response =>
  pageResponse(c, 404, {
    title: 'Page not found',
    description: 'This address leads nowhere, or its page is no longer available.',
    body: html`<a class="button actions" href="/">Go to the home page</a>`,
  });

/** @returns the visitor's first language that Intl knows. */
function languageOf(c: HonoContext): string {
  for (const part of (c.req.header('accept-language') ?? '').slice(0, 200).split(',')) {
    try {
      const [found] = Intl.NumberFormat.supportedLocalesOf((part.split(';')[0] ?? '').trim());
      if (found) return found;
    } catch {
      // Not a language.
    }
  }
  return 'en-US';
}

/** How a page writes money and dates. The words stay English, so only the numbers follow the visitor. */
export type Writer = { money(cents: number, currency: string): string; date(ms: number): string };

export function makeWriter(c: HonoContext): Writer {
  const language = languageOf(c);
  const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    money: (cents, currency) =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      }).format(cents / 100),
    date: (ms) => dates.format(ms),
  };
}

/** @returns `$190 a year`. */
export const priceText = ({ amount, currency, interval }: SandboxPrice, { money }: Writer): string =>
  `${money(amount, currency)} a ${interval}`;
