// What the documents of content/ say is true: every link leads somewhere, and every call, name and number in them is the
// product's own.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentHref } from '#client/content/links.ts';
import { tagSelectorOf } from '#client/format/snippet.ts';
import { screens } from '#client/screens.ts';
import { readStyleSheet } from '#server/adapters/style-sheets.ts';
import { conversionsToSee } from '#server/domain/effect/evidence.ts';
import { EMBED_ROWS } from '#server/embed/routes.ts';
import { HOOK_ROWS } from '#server/http/hooks.ts';
import { IMAGE_ROWS } from '#server/http/images.ts';
import { IMPORT_ROWS } from '#server/http/imports.ts';
import { PLAIN_ROWS } from '#server/http/plain-routes.ts';
import { REST_ROWS } from '#server/http/rest-routes.ts';
import { clickRate } from '#shared/click-rate.ts';
import { SLOWED_TIME_BUDGET, WIDGET_BUDGET } from '#shared/embed/protocol.ts';
import type { Proofbell } from '#widget/widget.ts';
import { startApp } from './support/apps.ts';
import { makeKey, makeOwner, makeShop } from './support/client.ts';
import { addCsvSource, HEADER, ROW } from './support/csv-files.ts';
import { byName, documents, type Element, elementsOf, plainText, textOf } from './support/documents.ts';
import { GUIDE_PICTURES } from './support/screenshots-guides.ts';

const attribute = ([, attributes]: Element, name: string) => (attributes ? attributes[name] : undefined) ?? '';

/** Blocks of code, with what their frame says. */
const samples = documents.flatMap(({ name, body }) =>
  elementsOf('pre', body).map((pre) => ({ name, label: attribute(pre, 'data-label'), code: textOf(pre) })),
);
const inCode = documents.flatMap(({ name, body }) =>
  elementsOf('code', body).map((code) => ({ name, code: textOf(code) })),
);

/** Pages of the server's own that documents may link to. */
const SERVED = ['/api/docs', '/api/openapi.json'];

const FOLDERS: Record<string, string> = { guide: 'guides', page: 'pages', post: 'blog' };

function brokenLink(from: string, href: string): string | null {
  const [, kind, name = '', section] = /^(?:(guide|page|post|screen):)?([^#]*)(?:#(.*))?$/.exec(href) ?? [];
  if (/^https?:|^mailto:/.test(href) || SERVED.includes(href)) return null;
  if (kind === 'screen') return name in screens && section === undefined ? null : href;
  const target = href.startsWith('#') ? from : kind && `${FOLDERS[kind]}/${name}`;
  const document = byName.get(target ?? '');
  if (!document || (section !== undefined && !document.entry.headings.some(({ id }) => id === section))) return href;
  return href.startsWith('#') || documentHref(href) !== null ? null : href;
}

describe('documents', () => {
  it.each(documents)('$name: every link leads to a document, a heading or a screen that exists', ({ name, body }) => {
    const links = elementsOf('a', body).map((link) => attribute(link, 'href'));
    expect(links.filter((href) => brokenLink(name, href) !== null)).toEqual([]);
  });

  it('a dead link is noticed', () => {
    const dead = [
      'guide:nothing',
      'guide:rules#nothing',
      'screen:nothing',
      'page:nothing',
      'post:nothing',
      '#nothing',
      '/nothing',
      'x',
    ];
    expect(dead.filter((href) => brokenLink('guides/rules', href) === null)).toEqual([]);
  });

  it('have titles and summaries that fit their lists, and headings that can be told apart', () => {
    expect(new Set(documents.map(({ entry }) => entry.title)).size).toBe(documents.length);
    for (const { entry } of documents) {
      expect(entry.title.length).toBeLessThanOrEqual(60);
      expect(entry.summary.length).toBeLessThanOrEqual(140);
      expect(new Set(entry.headings.map(({ id }) => id)).size).toBe(entry.headings.length);
    }
  });

  it('guides that screens link to exist, and so do the headings', () => {
    const used = globSync('src/client/**/*.{ts,tsx}').flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/<LearnMore\b[^>]*?\bguide="([\w-]+)"(?:[^>]*?\bsection="([\w-]+)")?/g),
      ].map(([, guide, section]) => `guide:${guide}${section ? `#${section}` : ''}`),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((href) => brokenLink('', href) !== null)).toEqual([]);
  });
});

describe('pictures', () => {
  const connecting = documents.filter(({ entry }) => entry.title.startsWith('Connect '));

  it.each(connecting)('$entry.title: every step has one, with words for whoever does not see it', ({ body }) => {
    const steps = elementsOf('li', elementsOf('ol', body));
    expect(steps.length).toBeGreaterThan(2);
    const lacking = steps.filter((step) => {
      const pictures = elementsOf('img', [step]);
      return pictures.length === 0 || pictures.some((picture) => attribute(picture, 'alt').length < 20);
    });
    expect(lacking.map(textOf)).toEqual([]);
  });

  it('are those that `npm run screenshots` takes, or drawn, and no others lie beside the text', () => {
    const drawn = globSync('**/*.svg', { cwd: 'content' });
    const taken = GUIDE_PICTURES.map((name) => `guides/${name}.webp`);
    const shown = documents.flatMap(({ body }) => elementsOf('img', body).map((picture) => attribute(picture, 'src')));
    expect(new Set(shown.map((src) => src.replace('image:', '')))).toEqual(new Set([...taken, ...drawn]));
    expect(new Set(globSync('**/*.webp', { cwd: 'content' }))).toEqual(new Set(taken));
  });
});

describe('samples', () => {
  const rows = [...REST_ROWS, ...PLAIN_ROWS, ...HOOK_ROWS, ...IMPORT_ROWS, ...IMAGE_ROWS, ...EMBED_ROWS].map(
    ({ method, path, status = 200 }) => ({
      method,
      path: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[\\w-]+')}$`),
      status,
    }),
  );
  type Call = { method: string; path: string };
  const rowOf = (call: Call) => rows.find((row) => row.method === call.method && row.path.test(call.path));
  const methodOf = (code: string) => {
    const [, byCurl, byFetch] = /-X (\w+)|method: '(\w+)'/.exec(code) ?? [];
    return byCurl ?? byFetch ?? (/ (?:-d|--data-binary) /.test(code) ? 'POST' : 'GET');
  };
  /** Calls as samples write them: by curl, or by fetch from a program. */
  const calls = samples.flatMap(({ name, code }) =>
    [...code.matchAll(/\/api(\/[\w/-]+)/g)]
      .filter(() => /^curl |\bfetch\(/m.test(code))
      .map(([path]) => ({ name, path, method: methodOf(code) })),
  );

  it('calls name paths and methods of the API', () => {
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.filter((call) => !rowOf(call))).toEqual([]);
  });

  it('every other path of the API that a document names exists', () => {
    const named = inCode.flatMap(({ name, code }) =>
      [...code.matchAll(/(?:^|\s|example\.com)(\/api\/[\w/-]+)/g)].map(([, path = '']) => ({ name, path })),
    );
    expect(named.filter(({ path }) => !rows.some((row) => row.path.test(path)))).toEqual([]);
  });

  it('the address and body of each curl sample are accepted, with the reader’s own ids and key', async () => {
    const app = await startApp();
    const owner = await makeOwner(app);
    const { site, widget, source } = await makeShop(owner);
    const files = await addCsvSource(owner, site.id);
    const { key } = await makeKey(owner, 'write');
    const curls = samples.filter(({ code }) => code.startsWith('curl '));
    expect(curls.length).toBeGreaterThan(2);
    for (const { name, code } of curls) {
      const own = code
        .replaceAll('YOUR_SITE_ID', site.id)
        .replaceAll('WIDGET_ID', widget.id)
        .replaceAll('CSV_SOURCE_ID', files.id)
        .replaceAll('SOURCE_ID', source.id)
        .replaceAll('$KEY', key)
        .replaceAll('$SECRET', source.secret ?? '');
      const [, path = ''] = /proofbell\.example\.com(\/\S+)/.exec(own) ?? [];
      const body = own.includes('--data-binary @') ? `${HEADER}\n${ROW}` : /-d '([^']*)'/.exec(own)?.[1];
      const headers = [...own.matchAll(/-H ["']([\w-]+): ([^"']*)["']/g)].map(([, key = '', value = '']) => [
        key,
        value,
      ]);
      const method = methodOf(own);
      const response = await app.fetch(path, { method, headers: Object.fromEntries(headers), ...(body && { body }) });
      expect(response.status, `${name}: ${code}`).toBe(rowOf({ method, path })?.status);
      // Of events, what is refused is in the answer.
      expect(await response.json(), code).not.toMatchObject({ refused: [expect.anything()] });
    }
  });

  it('name only what window.Proofbell has, and only events that it knows', () => {
    const source = readFileSync('src/widget/widget.ts', 'utf8');
    const type = /export type Proofbell = \{([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
    const members = [...type.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name);
    expect(members).toEqual(expect.arrayContaining(['set', 'consent', 'on', 'show', 'pause', 'resume', 'destroy']));
    const used = inCode.flatMap(({ code }) => [...code.matchAll(/Proofbell\??\.(\w+)\(/g)].map(([, name]) => name));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !members.includes(name))).toEqual([]);
    const events = inCode.flatMap(({ code }) =>
      [...code.matchAll(/Proofbell\??\.on\('(\w+)'/g)].map(([, name]) => name),
    );
    const said = { show: true, hide: true, look: true, display: true, click: true, dismiss: true } as const;
    const known = { ...said, enrol: true } satisfies Record<Parameters<Proofbell['on']>[0], true>;
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((event = '') => !(event in known))).toEqual([]);
  });

  it('the code for a Shopify theme writes the arm into the cart when it differs, and takes it out again', () => {
    const { code = '' } = samples.find(({ label }) => label === 'In theme.liquid') ?? {};
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(code) ?? [];
    /** @returns what the cart is told by a page that was made with `inCart` in it. */
    const visit = (inCart: string | null, answers: { atLoad: string; onceEnrolled?: string }) => {
      const sent: unknown[] = [];
      let arm = answers.atLoad;
      let hear = () => {};
      const page = {
        document: {
          addEventListener(_type: string, listener: (event: object) => void) {
            listener({ target: { matches: () => false } });
            listener({ target: { matches: () => true } });
          },
        },
        Proofbell: {
          arm: () => arm,
          on(_event: string, listener: () => void) {
            hear = listener;
          },
        },
        fetch: (_path: string, { body }: { body: string }) => sent.push(JSON.parse(body).attributes.proofbell_arm),
      };
      new Function(...Object.keys(page), script.replace(/\{\{.*?\}\}/, JSON.stringify(inCart)))(...Object.values(page));
      if (answers.onceEnrolled !== undefined) {
        arm = answers.onceEnrolled;
        hear();
      }
      return sent;
    };
    const arm = 'pb-k3j7x2ab-0';
    expect(visit(null, { atLoad: '' })).toEqual([]);
    expect(visit(null, { atLoad: '', onceEnrolled: arm })).toEqual([arm]);
    expect(visit(null, { atLoad: arm })).toEqual([arm]);
    expect(visit(arm, { atLoad: arm })).toEqual([]);
    expect(visit(arm, { atLoad: '' })).toEqual(['']);
  });

  it('find the site’s own tag, because other vendors’ have a data-site-id, too', () => {
    const found = inCode.flatMap(({ code }) => [...code.matchAll(/'([^']*\bscript\[[^']*)'/g)].map(([, one]) => one));
    expect(found.length).toBeGreaterThan(2);
    expect([...new Set(found)]).toEqual([tagSelectorOf('YOUR_SITE_ID')]);
  });

  it('style sheets pass the check of an owner’s style sheet', () => {
    const sheets = samples.filter(({ name, code }) => name === 'guides/appearance' && code.includes('{'));
    expect(sheets.length).toBeGreaterThan(1);
    for (const { code } of sheets) expect(readStyleSheet(code).issue).toBeNull();
  });

  it('environment variables and scripts exist', () => {
    const environment = readFileSync('.env.example', 'utf8');
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const code = inCode.filter(({ name }) => name === 'guides/self-hosting').map((each) => each.code);
    const variables = code.flatMap((text) => text.match(/\b[A-Z]+_?[A-Z_]+(?==|$)/g) ?? []);
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(environment))).toEqual([]);
    const run = code.flatMap((text) => [...text.matchAll(/npm run (\w+)/g)].map(([, name = '']) => name));
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('numbers', () => {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  const whole = (text = '') => Number(text.replace(',', ''));

  it.each([
    ['guides/counting', 3],
    ['blog/measuring-whether-it-works', 4],
  ])('the intervals in %s are those that the app would show', (name, count) => {
    const rows = elementsOf('tr', byName.get(name)?.body ?? []).slice(1);
    expect(rows).toHaveLength(count);
    for (const row of rows) {
      const [displays, clicks, value, interval] = elementsOf('td', [row]).map(textOf).slice(-4);
      const rate = clickRate({ displays: whole(displays), clicks: whole(clicks) });
      expect([value, interval]).toEqual([
        percent(rate?.value ?? 0),
        `${percent(rate?.low ?? 0)} to ${percent(rate?.high ?? 0)}`,
      ]);
    }
  });

  it('the orders in guides/does-it-work are those after which the app expects an answer', () => {
    const tables = elementsOf('table', byName.get('guides/does-it-work')?.body ?? []);
    const [, ...rows] = elementsOf('tr', tables.slice(1));
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const [change = '', ...orders] = elementsOf('td', [row]).map(textOf);
      const [, size, direction] = /^(\d+)% (more|less)$/.exec(change) ?? [];
      const lift = (Number(size) / 100) * (direction === 'less' ? -1 : 1);
      expect(orders.map(whole)).toEqual([0.1, 0.2, 0.5].map((share) => conversionsToSee(lift, share)));
    }
  });

  it('the formula that a post prints computes what the app computes', () => {
    const { code } = samples.find(({ label }) => label === 'The interval, as the app computes it') ?? { code: '' };
    const printed = new Function(`${code}; return clickRate`)() as typeof clickRate;
    for (const counts of [
      { displays: 20, clicks: 1 },
      { displays: 4_000, clicks: 200 },
      { displays: 7, clicks: 7 },
    ]) {
      const [theirs, ours] = [printed(counts), clickRate(counts)];
      for (const end of ['value', 'low', 'high'] as const) expect(theirs?.[end]).toBeCloseTo(ours?.[end] ?? -1, 12);
    }
  });

  it('the budget in the post about speed is the one that holds, and of others it says only what was measured', () => {
    const rows = elementsOf('tr', byName.get('blog/keeping-pages-fast')?.body ?? []).slice(1);
    const budgets = rows.map((row) => whole(textOf(elementsOf('td', [row])[1] ?? '').replace(/ (bytes|ms)$/, '')));
    const { bytes, requests } = WIDGET_BUDGET;
    expect(budgets).toEqual([bytes, SLOWED_TIME_BUDGET, requests]);
    expect(plainText('blog/keeping-pages-fast')).toContain(
      'NotificationX 3.2.8, a plugin for WordPress, side by side with it: 7 requests, 287.7 kB with gzip, and three third-party hosts',
    );
  });
});
