// The style of the API page. Below 640 px the rows of its tables are stacked, so that nothing is wider than 320 px.

/** The page's only style element, named by its hash in the page's policy. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--paper:#f7f4ee;--surface:#fcfbf8;--raised:#fff;--ink:#1b1916;--muted:#635d53;--line:#e2dcd0;--accent:#0b5a58;--tint:#e7eeeb}
@media(prefers-color-scheme:dark){:root{--paper:#131210;--surface:#191815;--raised:#201f1b;--ink:#f2eee6;--muted:#a9a296;--line:#35322b;--accent:#5cc2b6;--tint:#1b2f2c}}
*{box-sizing:border-box}html{scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.6 'Inter Variable',-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
header{display:flex;justify-content:space-between;align-items:center;gap:16px;padding:12px 16px;border-bottom:1px solid var(--line);background:var(--surface)}
.mark{display:flex;align-items:center;gap:8px;font-weight:650;color:var(--ink);text-decoration:none}
main{max-width:920px;margin:0 auto;padding:40px 16px 96px}
h1{font-size:36px;line-height:40px;letter-spacing:-.03em;margin:0 0 8px}
h2{font-size:24px;line-height:30px;letter-spacing:-.02em;margin:56px 0 6px}
h3{font-size:15px;margin:20px 0 6px}h4{font-size:13px;margin:20px 0 4px;color:var(--muted)}
p{margin:0 0 12px}.lead,section>p{color:var(--muted)}a{color:var(--accent)}a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:8px;margin:20px 0 0}
td a{padding:4px 0}nav a{padding:4px 10px;border:1px solid var(--line);border-radius:4px;background:var(--raised);color:var(--ink);text-decoration:none;font-size:14px}nav a:hover{border-color:var(--ink)}
ol{margin:16px 0;padding:0;list-style:none;counter-reset:step}li{counter-increment:step}li>h3:before{content:counter(step) '. '}
code,pre{font:13px/1.55 ui-monospace,Menlo,Consolas,monospace}
pre{margin:8px 0;padding:12px 14px;border:1px solid var(--line);border-radius:6px;background:var(--raised);white-space:pre-wrap}
dl{margin:12px 0 0;border-top:1px solid var(--line)}dt{font-weight:600;padding-top:10px}dd{margin:0;padding:2px 0 10px;border-bottom:1px solid var(--line);color:var(--muted)}
details{border:1px solid var(--line);border-radius:6px;background:var(--surface);margin:0 0 8px}
summary{display:grid;grid-template-columns:64px 1fr;gap:2px 8px;padding:10px 16px;cursor:pointer;align-items:baseline}
summary::-webkit-details-marker{display:none}summary:hover .what{text-decoration:underline}
summary code{grid-column:2;color:var(--muted)}.method{font:700 12px/1.6 ui-monospace,Menlo,Consolas,monospace;color:var(--accent)}.what{font-weight:550}
.body{padding:4px 16px 16px;border-top:1px solid var(--line)}.object{margin-top:32px}.object h3{font-size:17px}
table{width:100%;border-collapse:collapse;font-size:14px}th,td{text-align:left;vertical-align:top;padding:7px 12px 7px 0;border-bottom:1px solid var(--line)}
thead th{font-size:12px;font-weight:500;color:var(--muted)}tbody th{font-weight:400;width:30%}td:nth-child(2){width:22%}td span{display:block}td code,.eg{color:var(--muted)}
b{font-size:12px;font-weight:600;color:var(--accent)}
@media(min-width:640px){header{padding:12px 24px}main{padding:56px 24px 120px}h1{font-size:44px;line-height:48px}dl{display:grid;grid-template-columns:150px 1fr}dt{padding:10px 16px 10px 0;border-bottom:1px solid var(--line)}dd{padding:10px 0}summary{grid-template-columns:64px 1fr auto}summary code{grid-column:3;text-align:right}}
@media(max-width:639px){thead{display:none}tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}th,td,tbody th,td:nth-child(2){display:block;width:auto;border:0;padding:0}td{color:var(--muted);font-size:13px}}`;
