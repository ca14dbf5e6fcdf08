// Attack: set the server's clock back, or forward, in the middle of everything: by an hour, as a wrong time zone does,
// and by a day.
// @module-tag long
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { purgeOldDrafts } from '#server/domain/site/inspection.ts';
import { makeEmbedCache } from '#server/embed/payload-cache.ts';
import type { InspectionLink } from '#shared/contract/inspection.ts';
import { DRAFTS_PER_SITE } from '#shared/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { logInWithSso, login, makeAccount, makeAuthStage, PASSWORD, register, ssoToken } from '#tests/support/auth.ts';
import { makeClient, makeOwner, makeShop, payloadOf, reportEvents } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { eachTest, temporaryFolder } from '#tests/support/stages.ts';

const JUMPS = [
  ['an hour back', -HOUR],
  ['a day back', -DAY],
  ['a day forward', DAY],
] as const;
const ANA = 'ana@shop.example';
/** How far instances' clocks may differ, and so how much longer than the rule says somebody may have to wait. */
const SKEW = MINUTE;

onBothDatabases('with the clock set', { postgres: 'long' }, (database) => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const app = eachTest(() =>
    makeAuthStage(database(), { AUTH_RATE_LIMIT: '1', EVENT_RATE_LIMIT: '600', DATA_DIR: folder }),
  );
  const owner = eachTest(() => makeOwner(app, undefined, 'growth'));
  const shop = eachTest(() => makeShop(owner));

  const visit = async () => {
    const { token } = await payloadOf(app, shop.site.id);
    return token;
  };
  const report = (token: string, count = 1, type = 'display') =>
    reportEvents(
      app,
      shop.site.id,
      token,
      Array.from({ length: count }, () => ({ type, notificationId: shop.notification.id })),
    );
  const displays = async () => {
    const { db } = database();
    const { display_count } = await db.selectFrom('notifications').select('display_count').executeTakeFirstOrThrow();
    const hours = await db.selectFrom('stats_hourly').select('displays').execute();
    expect(hours.reduce((sum, row) => sum + row.displays, 0)).toBe(display_count);
    return display_count;
  };
  /** The addresses that got an email. */
  const outbox = () =>
    readdirSync(join(folder, 'outbox')).map((name) => name.slice('2026-03-10T12-00-00-000Z-'.length, -4));
  const mails = async () => (await database().db.selectFrom('mails').select('id').execute()).length;

  describe.each(JUMPS)('%s', (_name, jump) => {
    it('every display counts, by tokens from before and after', async () => {
      const before = await visit();
      expect((await report(before)).status).toBe(204);
      app.clock.advance(jump);
      const after = await visit();
      expect((await report(before)).status).toBe(204);
      expect((await report(after)).status).toBe(204);
      expect(await displays()).toBe(3);
      // When the clock is right again, the tokens of the wrong time are still good.
      app.clock.advance(-jump);
      expect((await report(after)).status).toBe(204);
      expect(await displays()).toBe(4);
    });

    it('visitors get what is live at the time that it is now', async () => {
      const path = `/api/widgets/${shop.widget.id}/notifications`;
      const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
      const limits = { startsAt: at(jump - 30 * MINUTE), endsAt: at(jump + 30 * MINUTE) };
      await owner.post(path, { type: 'announcement', message: 'Then', ...limits });
      expect(await (await app.fetch(`/api/embed/${shop.site.id}`)).text()).not.toContain('Then');
      app.clock.advance(jump);
      expect(await (await app.fetch(`/api/embed/${shop.site.id}`)).text()).toContain('Then');
    });

    it('an address that reported too much counts again a minute later', async () => {
      const token = await visit();
      for (let n = 0; n < 12; n++) await report(token, 50, 'dismiss');
      expect((await report(token)).status).toBe(429);
      app.clock.advance(jump);
      app.clock.advance(MINUTE);
      expect((await report(token)).status).toBe(204);
      expect(await displays()).toBe(1);
    });

    it('nobody is locked out for longer than the rule says', async () => {
      await makeAccount(app, ANA);
      for (let n = 0; n < 6; n++) await login(makeClient(app), ANA, 'wrong');
      expect((await login(makeClient(app), ANA)).status).toBe(429);
      app.clock.advance(jump);
      app.clock.advance(15 * MINUTE + SKEW);
      expect((await login(makeClient(app), ANA)).status).toBe(200);
    });

    it('a session goes on, with a new access token', async () => {
      app.clock.advance(jump);
      const renewed = await owner.post<{ accessToken: string }>('/api/auth/token');
      expect(renewed.status).toBe(200);
      expect((await makeClient(app, renewed.body.accessToken).get('/api/sites')).status).toBe(200);
    });

    it('a confirmation lasts no longer, and can be given again', async () => {
      const addKey = () => owner.post('/api/api-keys', { name: 'Key', scope: 'read' });
      expect((await addKey()).status).toBe(201);
      app.clock.advance(jump);
      expect((await addKey()).status).toBe(403);
      expect((await owner.post('/api/auth/confirm', { password: PASSWORD })).status).toBe(200);
      expect((await addKey()).status).toBe(201);
    });

    it('emails that wait go out at once, those to be tried again no later than the rule says', async () => {
      const [bo, cy] = ['bo@shop.example', 'cy@shop.example'];
      for (const email of [ANA, bo, cy]) await register(makeClient(app), email);
      const { db } = database();
      for (const [email, attempts, wait] of [
        [bo, 1, 10 * SECOND],
        [cy, 12, 6 * HOUR],
      ] as const) {
        const next_attempt_at = new Date(app.clock.now() + wait).toISOString();
        await db.updateTable('mails').set({ attempts, next_attempt_at }).where('recipient', '=', email).execute();
      }
      app.clock.advance(jump);
      await app.running.mailer.flush();
      expect(outbox()).toContain(ANA);
      app.clock.advance(MINUTE + SKEW);
      await app.running.mailer.flush();
      expect(outbox()).toContain(bo);
      app.clock.advance(6 * HOUR);
      await app.running.mailer.flush();
      expect(outbox()).toContain(cy);
      expect(await db.selectFrom('mails').select('id').execute()).toEqual([]);
    });

    it('a link for a new password is sent again after ten minutes', async () => {
      await makeAccount(app, ANA);
      const ask = () => makeClient(app).post('/api/auth/forgot-password', { email: ANA });
      await ask();
      const before = await mails();
      app.clock.advance(jump);
      app.clock.advance(10 * MINUTE + SKEW);
      // The one from before has gone out.
      await app.running.mailer.flush();
      expect(await mails()).toBeLessThan(before);
      const left = await mails();
      // Sending it made the link, so that link is young now.
      app.clock.advance(10 * MINUTE);
      await ask();
      expect(await mails()).toBe(left + 1);
    });

    it('a sign-on token still works only once', async () => {
      const token = await ssoToken(app, { jti: 'once' });
      expect((await logInWithSso(makeClient(app), token)).status).toBe(200);
      app.clock.advance(jump);
      // Another sign-on sweeps out what has expired by now.
      await logInWithSso(makeClient(app), await ssoToken(app, { jti: 'another' }));
      app.clock.advance(-jump);
      expect((await logInWithSso(makeClient(app), token)).status).toBe(401);
    });

    it('a link from before ends, and a new one shows its draft settings, however many were made before', async () => {
      const path = `/api/sites/${shop.site.id}/inspection-link`;
      const make = async () => {
        const settings = { behavior: { position: 'top-left' } };
        const { body } = await owner.post<{ link: InspectionLink }>(path, { url: 'https://shop.example/', settings });
        return body.link.url.split('#proofbell=')[1];
      };
      const shows = async (token: string | undefined) => {
        const body = JSON.stringify({ token });
        const response = await app.fetch(`/api/embed/${shop.site.id}/draft`, { method: 'POST', body });
        return (await response.text()).includes('"isDraft":true');
      };
      const drafts = async () => (await app.deps.db.selectFrom('draft_settings').selectAll().execute()).length;
      let before: string | undefined;
      for (let n = 0; n < DRAFTS_PER_SITE; n++) before = await make();
      expect(await shows(before)).toBe(true);
      app.clock.advance(jump);
      expect(await shows(before)).toBe(false);
      const after = await make();
      expect(await shows(after)).toBe(true);
      await purgeOldDrafts(app.deps);
      expect([await drafts(), await shows(after)]).toEqual([1, true]);
    });

    it('a payload that was served stale in an outage is renewed after it', async () => {
      await visit();
      const { embed } = app.deps.hotReads;
      let isDown = false;
      const reads = {
        ...embed,
        load: async (...args: Parameters<typeof embed.load>) => {
          if (isDown) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
          return embed.load(...args);
        },
      };
      const cache = makeEmbedCache(app.deps, reads);
      const first = await cache.get(shop.site.id);
      isDown = true;
      app.clock.advance(10 * MINUTE);
      expect(await cache.get(shop.site.id)).toBe(first);
      isDown = false;
      app.clock.advance(jump);
      app.clock.advance(2 * SECOND);
      expect(await cache.get(shop.site.id)).not.toBe(first);
    });
  });
});
