// Attack: use inspection links with draft settings to change what visitors get, to read them later or elsewhere, to put
// on a page what a save would refuse, to fill the disk, or find their tokens in what the server keeps.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toJson } from '#server/db/codecs.ts';
import type { ApiKey } from '#shared/contract/api-key.ts';
import type { InspectionLink } from '#shared/contract/inspection.ts';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import { GONE_DRAFT_LIFE, INSPECTION_LIFE } from '#shared/embed/protocol.ts';
import { DRAFTS_PER_SITE } from '#shared/limits.ts';
import { MINUTE } from '#shared/time.ts';
import { makeTestApp } from '#tests/support/app.ts';
import { makeClient, makeOwner, makeShop } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { soon } from '#tests/support/soon.ts';
import { eachTest } from '#tests/support/stages.ts';

const PAGE = 'https://shop.example/';
const RED = { appearance: { brandColors: { primaryColor: '#ff0000' } }, behavior: { position: 'top-left' } };

onBothDatabases('an inspection link with draft settings', { postgres: 'long' }, (database) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  const app = eachTest(() => makeTestApp(database()));
  const owner = eachTest(() => makeOwner(app, 'owner@shop.example', 'starter'));
  const shop = eachTest(() => makeShop(owner));
  const visitor = eachTest(() => makeClient(app));
  afterEach(() => vi.useRealTimers());

  const ask = (settings: unknown, url = PAGE, who = owner) =>
    who.post(`/api/sites/${shop.site.id}/inspection-link`, { url, settings });
  const tokenIn = (body: unknown) => (body as { link: InspectionLink }).link.url.split('#proofbell=')[1] ?? '';
  const makeToken = async (settings: unknown = RED) => tokenIn((await ask(settings)).body);
  /** @returns the answer to whoever has the link, on a page of `origin`. */
  const open = (token: string, what = 'draft', siteId = shop.site.id, origin?: string) =>
    app.fetch(`/api/embed/${siteId}/${what}`, {
      method: 'POST',
      body: JSON.stringify({ token }),
      ...(origin && { headers: { origin } }),
    });
  const drafts = () => app.deps.db.selectFrom('draft_settings').selectAll().execute();

  it('changes nothing for visitors, and no cache keeps it', async () => {
    const publicly = async () => {
      const { body, headers } = await visitor.get<EmbedPayload>(`/api/embed/${shop.site.id}`);
      return [body, headers.get('etag'), headers.get('cache-control')];
    };
    const before = [await publicly(), (await owner.get(`/api/widgets/${shop.widget.id}`)).body];
    const token = await makeToken();
    const answer = await open(token);
    const payload = (await answer.json()) as EmbedPayload;
    expect(payload.widget.appearance.brandColors.primaryColor).toBe('#ff0000');
    expect(payload.widget.behavior.position).toBe('top-left');
    expect([payload.isDraft, payload.notifications.map(({ id }) => id)]).toEqual([true, [shop.notification.id]]);
    const inspection = await open(token, 'inspection');
    expect(await inspection.json()).toMatchObject({ isDraft: true, widget: { behavior: { position: 'top-left' } } });
    for (const { headers } of [answer, inspection, await open('made up')]) {
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    }
    expect([await publicly(), (await owner.get(`/api/widgets/${shop.widget.id}`)).body]).toEqual(before);
    expect(before[0]).not.toContainEqual(expect.objectContaining({ isDraft: true }));
  });

  it('shows them for ten minutes, then says that they are gone, and after another hour nothing', async () => {
    const token = await makeToken();
    app.clock.advance(INSPECTION_LIFE - 1);
    expect(await (await open(token)).json()).toMatchObject({ isDraft: true });
    app.clock.advance(1);
    // The row is still there: its end counts, not its deletion.
    expect(await drafts()).toHaveLength(1);
    const answers = async () => {
      const [draft, inspection] = [await open(token), await open(token, 'inspection')];
      return [draft.status, await draft.text(), inspection.status, await inspection.text()];
    };
    expect(await answers()).toEqual([200, '', 200, '{"isGone":true}']);
    app.clock.advance(GONE_DRAFT_LIFE - 1);
    expect((await answers())[0]).toBe(200);
    app.clock.advance(1);
    expect(await answers()).toEqual([204, '', 204, '']);
  });

  it('is deleted within a minute after its end', async () => {
    await makeToken();
    app.clock.advance(INSPECTION_LIFE - 1);
    vi.advanceTimersByTime(MINUTE);
    const later = await makeToken();
    app.clock.advance(1);
    // A minute that comes while the work of the one before is still under way starts none.
    await soon(() => {
      vi.advanceTimersByTime(MINUTE);
      return drafts();
    }).toHaveLength(1);
    expect(await (await open(later)).json()).toMatchObject({ isDraft: true });
    await owner.delete(`/api/sites/${shop.site.id}`);
    expect(await drafts()).toEqual([]);
    expect((await open(later, 'inspection')).status).toBe(204);
  });

  it('leaves its token in no row and no log line', async () => {
    const token = await makeToken();
    await open(token);
    await open(token, 'inspection');
    await visitor.get(`/api/embed/${shop.site.id}/inspection?token=${token}`);
    const kept = JSON.stringify([await drafts(), app.logged]);
    for (const part of [token, ...token.split('.')]) expect(kept).not.toContain(part);
  });

  it('is refused what a save is refused, by the same fields', async () => {
    const sheet = (customCSS: string) => ({ appearance: { customCSS } });
    for (const settings of [
      sheet('.notice { background: url(https://evil.example/x) }'),
      sheet('@import "x.css";'),
      sheet('.notice { color: red'.repeat(400)),
      { appearance: { brandColors: { primaryColor: 'red;}' } } },
      { appearance: { typography: { fontFamily: 'x;}body{display:none' } } },
      { behavior: { position: 'everywhere', timing: { initialDelay: -1 } } },
      { behavior: { visibility: { zIndex: '1' } } },
      { rules: { match: 'all', conditions: [{ type: 'page', operator: 'is', value: [] }] } },
      { rules: { match: 'none' } },
      { surprise: 1 },
      { appearance: { surprise: 1 } },
      [],
      'x',
    ]) {
      const saved = await owner.put(`/api/widgets/${shop.widget.id}/settings`, { settings });
      const asked = await ask(settings);
      const named = asked.body.errors?.map(({ field }) => field) ?? [];
      expect([settings, asked.status, asked.body.errors]).toEqual([settings, 400, saved.body.errors]);
      expect(named.length > 0 && named.every((field) => field.startsWith('settings'))).toBe(true);
    }
    expect(await drafts()).toEqual([]);
  });

  it('opens only pages on the domains of its site, and shows nothing on others', async () => {
    await owner.put(`/api/sites/${shop.site.id}`, { domains: ['Shop.example', 'bücher.example'] });
    for (const url of [
      'https://evil.example/',
      'https://evilshop.example/',
      'https://shop.example.evil.example/',
      'https://shop.example@evil.example/',
      'https://evil.example/#shop.example',
      'https://example/',
    ]) {
      const { status, body } = await ask(RED, url);
      expect([url, status, body.errors?.map(({ field }) => field)]).toEqual([url, 400, ['url']]);
      // Without them, a wrong domain is one of the things that the inspector explains.
      expect((await owner.post(`/api/sites/${shop.site.id}/inspection-link`, { url })).status).toBe(200);
    }
    expect(await drafts()).toEqual([]);
    for (const url of [
      'https://shop.example:8443/a',
      'http://www.shop.example/',
      'https://SHOP.example./',
      'https://bücher.example/',
    ])
      expect([url, (await ask(RED, url)).status]).toEqual([url, 200]);
    const token = await makeToken();
    for (const [origin, isShown] of [
      ['https://shop.example:8443', true],
      ['https://www.shop.example', true],
      ['https://evilshop.example', false],
      ['null', false],
    ] as const) {
      const answer = await open(token, 'draft', shop.site.id, origin);
      expect([origin, answer.status, (await answer.text()) !== '']).toEqual([origin, 200, isShown]);
    }
  });

  it('is its own site’s, and made by its owner or a key that may write', async () => {
    const other = await makeShop(owner, 'Second');
    const token = await makeToken();
    for (const what of ['draft', 'inspection']) {
      const pieces = token.split('.');
      const forged = [pieces[0], pieces.slice(0, 2).join('.'), `${pieces[0]}.${pieces[2]}`, `${token}.x`, `x.${token}`];
      for (const one of forged) expect([one, (await open(one ?? '', what)).status]).toEqual([one, 204]);
      expect((await open(token, what, other.site.id)).status).toBe(204);
      expect((await open(token, what, 'no-such-site')).status).toBe(204);
    }
    const keyOf = async (scope: string) =>
      makeClient(
        app,
        (await owner.post<{ apiKey: ApiKey & { key: string } }>('/api/api-keys', { name: scope, scope })).body.apiKey
          .key,
      );
    const stranger = await makeOwner(app, 'stranger@shop.example');
    const before = await drafts();
    expect((await ask(RED, PAGE, stranger)).status).toBe(404);
    expect((await ask(RED, PAGE, visitor)).status).toBe(401);
    expect((await ask(RED, PAGE, await keyOf('read'))).status).toBe(403);
    expect(await drafts()).toEqual(before);
    expect((await ask(RED, PAGE, await keyOf('write'))).status).toBe(200);
  });

  it('takes the place of the oldest ones of its site, never of another’s', async () => {
    const other = await makeShop(owner, 'Second');
    await owner.post(`/api/sites/${other.site.id}/inspection-link`, { url: PAGE, settings: RED });
    const tokens: string[] = [];
    for (let at = 0; at < DRAFTS_PER_SITE + 3; at++) {
      app.clock.advance(1);
      tokens.push(await makeToken());
    }
    expect(await drafts()).toHaveLength(DRAFTS_PER_SITE + 1);
    const shown = await Promise.all(tokens.map(async (token) => (await (await open(token)).text()) !== ''));
    expect(shown).toEqual(tokens.map((_token, at) => at >= 3));
    expect(await (await open(tokens[0] ?? '', 'inspection')).json()).toEqual({ isGone: true });
    // However many at once, and whatever else is newer.
    await Promise.all(tokens.map(() => makeToken()));
    for (let more = 0; more < 3; more++) {
      app.clock.advance(1);
      await owner.post(`/api/sites/${other.site.id}/inspection-link`, { url: PAGE, settings: RED });
    }
    await makeToken();
    const sites = (await drafts()).map((row) => row.site_id);
    expect(sites.filter((id) => id === other.site.id)).toHaveLength(4);
    expect(sites.filter((id) => id === shop.site.id)).toHaveLength(DRAFTS_PER_SITE);
  });

  it('sends no style sheet that another version let pass, and works with a row it cannot read', async () => {
    const bad = { customCSS: '.notice { background: url(https://evil.example/x) }', brandColors: 7 };
    for (const settings of [{ appearance: bad, behavior: 'x', rules: null }, 'x', null, []]) {
      const token = await makeToken();
      await app.deps.db
        .updateTable('draft_settings')
        .set({ settings: toJson(settings) as never })
        .execute();
      const text = await (await open(token)).text();
      expect([settings, text.includes('"isDraft":true'), text.includes('evil')]).toEqual([settings, true, false]);
      expect((await open(token, 'inspection')).status).toBe(200);
    }
  });

  it('cannot be asked for so often that the server is busy with it', async () => {
    const strict = makeTestApp(database(), { EVENT_RATE_LIMIT: '600' });
    const token = await makeToken();
    const path = `/api/embed/${shop.site.id}`;
    const send = async (what: string, text = token) =>
      what === 'earlier'
        ? strict.fetch(`${path}/inspection?token=${text}`)
        : strict.fetch(`${path}/${what}`, { method: 'POST', body: JSON.stringify({ token: text }) });
    const kinds = ['draft', 'inspection', 'earlier'];
    for (let at = 0; at < 125; at++) for (const what of kinds) expect((await send(what, `${token}x`)).status).toBe(204);
    const statuses = [];
    for (let at = 0; at < 40; at++) for (const what of kinds) statuses.push((await send(what)).status);
    expect(statuses).toEqual(Array(120).fill(200));
    for (const what of kinds) {
      const refused = await send(what);
      expect(refused.status).toBe(429);
      expect([refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual(['60', 'no-store']);
    }
    strict.clock.advance(MINUTE);
    expect((await send('draft')).status).toBe(200);
    await strict.stop();
  });

  it('answers bad bodies with 4xx, and links of any length with 204', async () => {
    for (const what of ['draft', 'inspection']) {
      const send = async (body: string) =>
        (await app.fetch(`/api/embed/${shop.site.id}/${what}`, { method: 'POST', body })).status;
      for (const body of ['', 'x', '{}', '[]', '{"token":1}', '{"token":"x","more":1}']) {
        expect([body, await send(body)]).toEqual([body, 400]);
      }
      expect(await send(JSON.stringify({ token: 'x'.repeat(8_000) }))).toBe(204);
      expect(await send(JSON.stringify({ token: '\0 \ud800 ☃' }))).toBe(204);
      expect(await send(`"${'x'.repeat(300_000)}"`)).toBe(413);
    }
  });
});
