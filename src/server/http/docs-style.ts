// The style of the API page: on a desk an index, the fields and the examples in three columns; on a phone one column, with the
// index as a strip. Below 640 px the rows of its tables are stacked, so that nothing is wider than 320 px.

// The names and values of the client's tokens (src/client/app.css); page.test.ts compares them.
const DARK =
  '--paper:#131210;--surface:#191815;--raised:#211f1b;--ink:#f2eee6;--muted:#a9a296;--line:#35322b;--field:#7c766b;--accent:#5cc2b6;--accent-ink:#05211f';

/** The page's only style element, named by its hash in the page's policy. */
export const DOCS_STYLE = `
@font-face{font-family:'Inter Variable';font-weight:400 700;font-display:swap;src:url(/api/docs.woff2) format('woff2')}
:root{color-scheme:light dark;--paper:#f7f4ee;--surface:#fcfaf6;--raised:#ffffff;--ink:#1b1916;--muted:#635d53;--line:#e2dcd0;--field:#8b8478;--accent:#0b5a58;--accent-ink:#ffffff}
@media(prefers-color-scheme:dark){:root:not([data-theme]){${DARK}}}
[data-theme]{color-scheme:light}.dark{color-scheme:dark;${DARK}}
*{box-sizing:border-box}html{scroll-padding-top:64px}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.6 'Inter Variable',-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
header{display:flex;justify-content:space-between;align-items:center;gap:16px;height:65px;padding:0 16px;border-bottom:1px solid var(--line);background:var(--surface)}
header a{padding:2px 0}
.mark{display:flex;align-items:center;gap:8px;font-size:17px;font-weight:650;letter-spacing:-.025em;color:var(--ink);text-decoration:none}
main{min-width:0;padding:32px 16px 96px}
h1{font-size:32px;line-height:36px;letter-spacing:-.03em;font-weight:600;margin:0 0 8px}
h2{font-size:24px;line-height:30px;letter-spacing:-.02em;font-weight:600;margin:56px 0 6px}
h3{font-size:15px;margin:20px 0 6px}h4{font-size:13px;margin:20px 0 4px;color:var(--muted)}
p{margin:0 0 12px}.lead,section>p{color:var(--muted);max-width:64ch}a{color:var(--accent)}a:focus-visible,summary:focus-visible,pre:focus-visible,nav:focus-visible,input:focus-visible,textarea:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
nav{position:sticky;top:0;z-index:1;overflow-x:auto;background:var(--surface);border-bottom:1px solid var(--line)}
nav ul{display:flex;margin:0;padding:0 8px;list-style:none}nav ul ul{display:none}nav li{flex:none}
nav a{display:block;padding:10px 8px;color:var(--muted);text-decoration:none;white-space:nowrap;font-size:13px}nav a:hover,nav a[aria-current]{color:var(--ink)}nav a[aria-current]{font-weight:600}
td a{padding:4px 0}
ol{margin:16px 0;padding:0;list-style:none;counter-reset:step}ol>li{counter-increment:step}ol>li>h3:before{content:counter(step) '. '}
code,pre{font:13px/1.55 ui-monospace,Menlo,Consolas,monospace}
pre{margin:8px 0;padding:12px 14px;border:1px solid var(--line);border-radius:6px;background:var(--raised);white-space:pre-wrap}
dl{margin:12px 0 0;border-top:1px solid var(--line)}dt{font-weight:600;padding-top:10px}dd{margin:0;padding:2px 0 10px;border-bottom:1px solid var(--line);color:var(--muted)}
details{border:1px solid var(--line);border-radius:6px;background:var(--surface);margin:0 0 8px}
summary{display:grid;grid-template-columns:64px 1fr;gap:2px 8px;padding:10px 16px;cursor:pointer;align-items:baseline}
summary::-webkit-details-marker{display:none}summary:hover .what{text-decoration:underline}
summary code{grid-column:2;color:var(--muted)}.method{font:700 12px/1.6 ui-monospace,Menlo,Consolas,monospace;color:var(--accent)}.what{font-weight:550}
.part{padding:0;background:none;border-width:1px 0;border-radius:0;margin-bottom:-1px}.part>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 16px;padding:14px 0}.part>summary:before{content:'+';width:1ch;color:var(--muted)}.part[open]>summary:before{content:'–'}.part h2{font-size:18px;line-height:26px;margin:0}.part p{margin:0;color:var(--muted)}.part>summary:hover h2{text-decoration:underline}.part[open]{padding-bottom:16px}#api-keys{margin-top:56px}
.body{padding:4px 16px 16px;border-top:1px solid var(--line)}.object summary{display:block}
.key{margin:24px 0 0;padding:16px;border:1px solid var(--line);border-radius:6px;background:var(--surface);max-width:560px}.key label{font-weight:600}.key p{margin:6px 0 0;color:var(--muted);font-size:13px}.key .said{color:var(--ink)}.key .said:empty{display:none}
input,textarea{display:block;width:100%;margin-top:4px;padding:8px 10px;border:1px solid var(--field);border-radius:3px;background:var(--raised);color:inherit;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}
form{margin-top:12px;padding-top:4px;border-top:1px solid var(--line)}form label{display:block;margin-top:8px;font-size:13px}
button{margin-top:12px;padding:7px 14px;border:1px solid transparent;border-radius:3px;background:var(--accent);color:var(--accent-ink);font:inherit;font-weight:600;cursor:pointer}button:disabled{opacity:.6}
form pre{max-height:320px;overflow:auto}
table{width:100%;border-collapse:collapse;font-size:14px}th,td{text-align:left;vertical-align:top;padding:7px 12px 7px 0;border-bottom:1px solid var(--line)}
thead th{font-size:12px;font-weight:500;color:var(--muted)}tbody th{font-weight:400;width:30%}td:nth-child(2){width:22%}td span{display:block}td code,.eg{color:var(--muted)}
b{font-size:12px;font-weight:600;color:var(--accent)}
@media(min-width:640px){header{padding:0 24px 0 20px}main{padding:40px 24px 120px}dl{display:grid;grid-template-columns:150px 1fr}dt{padding:10px 16px 10px 0;border-bottom:1px solid var(--line)}dd{padding:10px 0}summary{grid-template-columns:64px 1fr auto}summary code{grid-column:3;text-align:right}}
@media(min-width:1000px){html{scroll-padding-top:16px}.frame{display:grid;grid-template-columns:272px minmax(0,1fr)}
nav{height:100vh;overflow:hidden auto;padding:24px 0 48px;border:0;border-right:1px solid var(--line)}nav ul{display:block;padding:0 12px}nav ul ul{display:block;padding:0 0 8px 8px}nav a{padding:4px 8px}nav ul ul li{padding:4px 0}nav ul ul a{position:relative;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;padding:0 8px 0 56px;white-space:normal;line-height:18px}nav>ul>li>a{padding-top:8px;font-weight:600;color:var(--ink)}nav .method{position:absolute;left:8px;font-size:11px;line-height:inherit;color:var(--muted)}nav a[aria-current]{color:var(--accent)}
main{padding:48px 40px 120px;max-width:1168px}h1{font-size:36px;line-height:40px}}
@media(min-width:1200px){.has-example{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,27rem);gap:32px;align-items:start}.has-example .example{grid-column:2;grid-row:1;position:sticky;top:16px}.has-example .fields{grid-column:1;grid-row:1}ol>li{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2fr);gap:32px}}
@media(max-width:639px){thead{display:none}tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}th,td,tbody th,td:nth-child(2){display:block;width:auto;border:0;padding:0}td{color:var(--muted);font-size:13px}}`;
