// What widget/style.css draws by itself, for scripts from before the compact form: their own sheet left it to the payload.
// Such scripts are on customers' pages for good, and so this text never changes; what differs from it follows it, as it
// follows widget/style.css in others (shared/embed/style.ts).

const REGION =
  ".region{--primaryColor:#3498db;--secondaryColor:#2ecc71;--textColor:#333333;--backgroundColor:#ffffff;--linkColor:#3498db;--borderColor:#e2e8f0;--padding:16px;--radius:8px;--speed:300ms;--glyph:path('M4 21l1-13h14l1 13zM8 8c0-7 8-7 8 0h-2c0-4-4-4-4 0');inset:auto 0 env(safe-area-inset-bottom);z-index:9999;align-items:end;margin:20px 20px 20px auto;font-size:14px}@media (max-width:767.98px),(max-device-width:767.98px){.region{margin:12px auto}}@media print{.region{display:none}}";

const NOTICE =
  '.notice{padding:var(--padding);border-width:1px;box-shadow:0 1px 4px #0f172a1f,0 8px 24px #0f172a24;font-family:Roboto,system-ui,sans-serif}.gone{opacity:0;transform:var(--away)}@media (prefers-reduced-motion:no-preference){.notice{transition:var(--speed) var(--ease,ease-out);@starting-style{opacity:0;transform:var(--away)}}}';

const CONTENT =
  ".media{align-self:start;flex-wrap:wrap;max-width:55%}.media:empty::before{border:12px solid;clip-path:var(--glyph);content:''}.body .title{-webkit-line-clamp:2}.title{font-weight:600}";

const CONTROLS =
  ".link:focus-visible{outline:0}.link::after{content:'';position:absolute;inset:0;border-radius:var(--radius)}.link:focus-visible::after{outline:2px solid var(--linkColor);outline-offset:-2px}.link:hover{color:var(--linkColor)}.close{position:relative;align-self:start;padding:4px 10px;margin:max(-10px,-1*var(--padding));border-radius:50%;font-size:20px;line-height:1;opacity:.7}.close:not(:focus-visible){outline:1px solid #0000}.close:hover{opacity:1}";

const AGE =
  "time{display:block;margin-top:3px;font-size:.86em;opacity:.75;unicode-bidi:plaintext;width:fit-content}time::before{content:'';display:inline-block;border:3px solid var(--secondaryColor);border-radius:50%;margin-inline-end:6px;vertical-align:.1em;float:inline-start;margin-top:.45em}.mark{--p:max(4px,12px - .68em);position:relative;display:block;width:fit-content;padding:var(--p) 4px;margin:calc(3px - var(--p)) -4px max(-1*var(--p),-1*var(--padding));font-size:.86em;opacity:.75}.mark:hover{opacity:1;text-decoration:underline}.mark time{display:inline;margin:0;font-size:1em;opacity:1}.mark time::before{content:'·';float:none;border:0;margin:0 .4em;vertical-align:0}";

/** It has to begin with the region: by that, such scripts tell a style from anything else. */
export const FIRST_STYLE = REGION + NOTICE + CONTENT + CONTROLS + AGE;
