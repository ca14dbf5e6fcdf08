import http from 'node:http';
import pw from '@playwright/test';
import { chromiumLaunch } from './support/chromium.ts';

const PORT = +process.argv[2];
const b = await pw.chromium.launch(await chromiumLaunch());
const S = { b, pw, pages: {}, log: [], errs: [], n: { press: 0, fill: 0 } };
S.open = async (name, opts = {}) => {
  const c = await b.newContext({ viewport: { width: 1440, height: 900 }, ...opts });
  const p = await c.newPage();
  S.pages[name] = p;
  p.setDefaultTimeout(15000);
  p.on('console', (m) => {
    if (m.type() === 'error') S.errs.push(m.text() + ' @' + m.location().url);
  });
  p.on('pageerror', (e) => S.errs.push('PE ' + e.message));
  p.on('response', (r) => {
    if (r.status() >= 400) S.errs.push(r.status() + ' ' + r.url());
  });
  return p;
};
S.shot = async (p, name, full = false) => {
  await p.screenshot({ path: `/tmp/j/shots/${name}.png`, fullPage: full, timeout: 60000 });
  return p.url();
};
S.press = async (l, o) => {
  S.n.press++;
  const t = Date.now();
  await l.click(o);
  return t;
};
S.fill = async (l, v) => {
  S.n.fill++;
  await l.fill(v);
};
const AF = Object.getPrototypeOf(async () => {}).constructor;
http
  .createServer((q, r) => {
    let d = '';
    q.on('data', (x) => (d += x));
    q.on('end', async () => {
      S.errs.length = 0;
      try {
        const v = await new AF('S', 'P', d)(S, S.pages);
        r.end(JSON.stringify({ v, n: S.n, errs: [...new Set(S.errs)].slice(0, 8) }, null, 1) + '\n');
      } catch (e) {
        r.end('ERR ' + e.message.slice(0, 1500) + '\n' + JSON.stringify(S.errs));
      }
      if (d === 'quit') {
      }
    });
  })
  .listen(PORT, '127.0.0.1', () => console.log('up'));
setTimeout(() => process.exit(0), 50 * 60e3);
