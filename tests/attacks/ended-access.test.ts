// Attack: keep whatever opens something (a session, a key, an id, a link, a code) until its end, by each way that SECURITY.md
// says ends it, and use it afterwards.
// @module-tag long
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mailResetLink } from '#server/domain/account/forgotten.ts';
import type { EventList } from '#shared/contract/event.ts';
import type { InspectionLink } from '#shared/contract/inspection.ts';
import type { RegistrationUser } from '#shared/contract/registration.ts';
import { DRAFTS_PER_SITE } from '#shared/limits.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { START, type TestApp } from '#tests/support/app.ts';
import {
  logInWithSso,
  login,
  mailedCode,
  mailedConfirmCode,
  makeAccount,
  makeAuthStage,
  PASSWORD,
  postVerification,
  register,
  ssoToken,
  whoAmI,
} from '#tests/support/auth.ts';
import { type Client, mailedLink, makeClient, makeOwner, makeShop } from '#tests/support/client.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { mailLink, registerUntil, startRegistration } from '#tests/support/registration.ts';
import { soon } from '#tests/support/soon.ts';
import { eachTest } from '#tests/support/stages.ts';

const ANA = 'ana@shop.example';
const NEW = 'a new horse';
const MOVED = 'n@shop.example';

type Answer = { status: number };
/** Something that opens something. `owner` is logged in to the account that it is about. */
type Item = { owner: Client; opens(): Promise<boolean> };
type Bearer<I extends Item = Item> = {
  make(app: TestApp): Promise<I>;
  ends: Record<string, (app: TestApp, item: I) => Promise<unknown>>;
  /** It lasts until somebody ends it. */
  isLasting?: boolean;
};
const bearer = <I extends Item>(of: Bearer<I>): Bearer => of as unknown as Bearer;

/** @throws when what should end something was refused itself. */
async function done<A extends Answer>(answer: Promise<A>): Promise<A> {
  const { status, ...rest } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(rest)}`);
  return { status, ...rest } as A;
}
/** Moves the server's clock, and that of Lucia, which reads the system's. */
function later(app: TestApp, ms: number): void {
  app.clock.advance(ms);
  vi.setSystemTime(Date.now() + ms);
}
const copyOf = (app: TestApp, { cookies }: Client): Client => {
  const copy = makeClient(app);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
};
const isIn = async (client: Client) => (await whoAmI(client)) === 200;
const opensBy = async (answer: Promise<Answer>) => (await answer).status === 200;
const resetToken = async (app: TestApp) => {
  await mailResetLink(app.deps, ANA);
  return mailedCode(app, ANA, 'reset');
};
const reset = (app: TestApp, token: string) =>
  makeClient(app).post('/api/auth/reset-password', { token, password: NEW });
const resume = (app: TestApp, token: string) => makeClient(app).procedure('mutation', 'registration.resume', { token });
const askForLink = async (app: TestApp) => {
  await makeClient(app).procedure('mutation', 'registration.mailLink', { email: ANA });
  return (await mailedLink(app, ANA)).split('#resume=')[1] ?? '';
};

/** Ways that end several kinds of things, as the owner of the account takes them. */
const loggingOut = (_: TestApp, { owner }: Item) => done(owner.post('/api/auth/logout'));
const changedPassword = (_: TestApp, { owner }: Item) =>
  done(owner.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW, revokeApiKeys: true }));
const resetPassword = async (app: TestApp) => done(reset(app, await resetToken(app)));
const firstSignOn = async (app: TestApp) => done(logInWithSso(makeClient(app), await ssoToken(app, { email: ANA })));
const deletingAccount = (_: TestApp, { owner }: Item) => done(owner.delete('/api/auth/me'));
const newAddress = (_: TestApp, { owner }: Item) => done(owner.post('/api/auth/change-email', { email: MOVED }));
async function changedAddress(app: TestApp, item: Item) {
  await newAddress(app, item);
  const code = new URL(await mailedLink(app, MOVED)).searchParams.get('code');
  await done(item.owner.post('/api/auth/verify-email', { code }));
}
const after = (ms: number) => async (app: TestApp) => later(app, ms);
const endOthers = (_: TestApp, { owner }: Item) => done(owner.delete('/api/auth/sessions'));
const deletingSite = (_: TestApp, { owner, siteId }: Item & { siteId: string }) =>
  done(owner.delete(`/api/sites/${siteId}`));

/** A session that is stolen from one browser, while its owner has another. */
const stolen = async (app: TestApp) => {
  const owner = await makeAccount(app, ANA);
  const browser = makeClient(app);
  const { accessToken } = (await login(browser, ANA)).body;
  return { owner, browser, accessToken, thief: copyOf(app, browser) };
};
const shopOf = async (app: TestApp) => {
  const owner = await makeOwner(app, ANA);
  return { owner, shop: await makeShop(owner) };
};
async function inspectionOf(app: TestApp, settings?: object) {
  const { owner, shop } = await shopOf(app);
  const siteId = shop.site.id;
  const make = async () => {
    const asked = { url: 'https://shop.example/', ...(settings && { settings }) };
    const { link } = (await owner.post<{ link: InspectionLink }>(`/api/sites/${siteId}/inspection-link`, asked)).body;
    return link.url.split('#proofbell=')[1] ?? '';
  };
  const token = await make();
  const what = settings ? 'draft' : 'inspection';
  const opens = async () => {
    const body = JSON.stringify({ token });
    const response = await app.fetch(`/api/embed/${siteId}/${what}`, { method: 'POST', body });
    const text = await response.text();
    // Of a draft that is gone it says so by an empty body.
    return response.status === 200 && text !== '' && 'notifications' in JSON.parse(text);
  };
  return { owner, siteId, make, opens };
}

const BEARERS: Record<string, Bearer> = {
  'a session': bearer({
    async make(app) {
      const { owner, browser, thief } = await stolen(app);
      return { owner, browser, opens: () => isIn(copyOf(app, thief)) };
    },
    ends: {
      'logging out': (_, { browser }) => done(browser.post('/api/auth/logout')),
      'being ended in the settings': endOthers,
      'a changed password': changedPassword,
      'a reset': resetPassword,
      'the first single sign-on': firstSignOn,
      'deleting the account': deletingAccount,
      '30 days without use': after(30 * DAY),
    },
  }),
  'an access token': bearer({
    async make(app) {
      const { owner, accessToken } = await stolen(app);
      return { owner, opens: () => isIn(makeClient(app, accessToken)) };
    },
    ends: { 'the end of its session': endOthers, '60 minutes': after(HOUR) },
  }),
  'an API key': bearer({
    async make(app) {
      const owner = await makeAccount(app, ANA);
      const body = { name: 'Script', scope: 'write' };
      const { apiKey } = (await owner.post<{ apiKey: { id: string; key: string } }>('/api/api-keys', body)).body;
      return { owner, id: apiKey.id, opens: () => opensBy(makeClient(app, apiKey.key).get('/api/sites')) };
    },
    ends: {
      'being revoked': (_, { owner, id }) => done(owner.delete(`/api/api-keys/${id}`)),
      'a changed password that asks for it': changedPassword,
      'a reset': resetPassword,
      'the first single sign-on': firstSignOn,
      'deleting the account': deletingAccount,
    },
    isLasting: true,
  }),
  "a registration's id": bearer({
    async make(app) {
      const { client: owner, id } = await startRegistration(app, { email: ANA });
      return { owner, opens: () => opensBy(makeClient(app).get(`/api/registration/${id}`)) };
    },
    ends: {
      'opening an emailed link': async (app) => done(resume(app, await askForLink(app))),
      'opening that of another registration of the address': async (app) => {
        await startRegistration(app, { email: ANA });
        await done(resume(app, await mailLink(app, ANA)));
      },
      'logging out where it is held': loggingOut,
      '60 days': after(60 * DAY),
    },
  }),
  "a registration's id, once there is an account": bearer({
    async make(app) {
      const { client: owner, id } = await registerUntil(app, ANA, 'verified');
      const opens = async () => {
        const anybody = makeClient(app);
        const { body } = await anybody.post<Partial<RegistrationUser>>(`/api/registration/${id}/finish`);
        if (body.user) throw new Error('It tells of the account');
        anybody.cookies.set('proofbell_registration', id);
        const current = (await anybody.procedure<unknown>('query', 'registration.current')).body;
        return current !== null || opensBy(anybody.get(`/api/registration/${id}`));
      };
      return { owner, opens };
    },
    ends: {
      'logging out': loggingOut,
      'ending other sessions': endOthers,
      'a changed password': changedPassword,
      'a changed address': changedAddress,
      'a reset': resetPassword,
      'the first single sign-on': firstSignOn,
      'deleting the account': deletingAccount,
      'a day': after(DAY),
    },
  }),
  'a link to continue a registration': bearer({
    async make(app) {
      const { client: owner } = await startRegistration(app, { email: ANA });
      const token = await askForLink(app);
      return { owner, token, opens: () => opensBy(resume(app, token)) };
    },
    ends: {
      'being used': (app, { token }) => done(resume(app, token)),
      'another one being used': async (app) => done(resume(app, await askForLink(app))),
      'a day': after(DAY),
    },
  }),
  'a link that verifies an address': bearer({
    async make(app) {
      const owner = makeClient(app);
      await register(owner, ANA);
      const code = await mailedCode(app, ANA, 'code');
      return { owner, code, opens: () => opensBy(makeClient(app).post('/api/auth/verify-email', { code })) };
    },
    ends: {
      'saying that it is not theirs': (app, { code }) => done(postVerification(app, { code, answer: 'reject' })),
      'a changed address': newAddress,
      'the first single sign-on': firstSignOn,
      'deleting the account': deletingAccount,
      'a day': after(DAY),
    },
  }),
  'a link that confirms a changed address': bearer({
    async make(app) {
      const owner = await makeAccount(app, ANA);
      const link = async () => {
        await done(owner.post('/api/auth/change-email', { email: MOVED }));
        return new URL(await mailedLink(app, MOVED)).searchParams.get('code') ?? '';
      };
      const code = await link();
      return { owner, code, link, opens: () => opensBy(makeClient(app).get(`/verify-email?code=${code}`)) };
    },
    ends: {
      'being used': (app, { code }) => done(makeClient(app).post('/api/auth/verify-email', { code })),
      'saying that it is not theirs': (app, { code }) => done(postVerification(app, { code, answer: 'reject' })),
      'being canceled': (_, { owner }) => done(owner.procedure('mutation', 'auth.cancelEmailChange')),
      'another change': async (app, { link }) => {
        later(app, MINUTE);
        await link();
      },
      'a changed password': changedPassword,
      'a reset': resetPassword,
      'the first single sign-on': firstSignOn,
      'deleting the account': deletingAccount,
      'a day': after(DAY),
    },
  }),
  'a link for a new password': bearer({
    async make(app) {
      const owner = await makeAccount(app, ANA);
      const token = await resetToken(app);
      return { owner, token, opens: () => opensBy(reset(app, token)) };
    },
    ends: {
      'being used': (app, { token }) => done(reset(app, token)),
      'another one being used': resetPassword,
      'a changed password': changedPassword,
      'a changed address': changedAddress,
      'the first single sign-on': firstSignOn,
      'deleting the account': deletingAccount,
      'an hour': after(HOUR),
    },
  }),
  'an emailed code': bearer({
    async make(app) {
      const owner = makeClient(app);
      await logInWithSso(owner, await ssoToken(app, { email: ANA }));
      await done(owner.post('/api/auth/confirm-code'));
      const code = await mailedConfirmCode(app);
      return { owner, code, opens: () => opensBy(owner.post('/api/auth/confirm', { code })) };
    },
    ends: {
      'being used': (_, { owner, code }) => done(owner.post('/api/auth/confirm', { code })),
      'a first password': async (app, { owner }) => {
        await resetPassword(app);
        await done(login(owner, ANA, NEW));
      },
      'deleting the account': deletingAccount,
      '15 minutes': after(15 * MINUTE),
    },
  }),
  'a single sign-on token': bearer({
    async make(app) {
      const token = await ssoToken(app, { email: ANA });
      return { owner: makeClient(app), token, opens: () => opensBy(logInWithSso(makeClient(app), token)) };
    },
    ends: {
      'being used': (app, { token }) => done(logInWithSso(makeClient(app), token)),
      'five minutes': after(5 * MINUTE),
    },
  }),
  'an inspection link': bearer({
    make: (app) => inspectionOf(app),
    ends: { 'deleting the site': deletingSite, 'ten minutes': after(10 * MINUTE) },
  }),
  'an inspection link with draft settings': bearer({
    make: (app) => inspectionOf(app, { behavior: { position: 'top-left' } }),
    ends: {
      '20 newer ones': async (app, { make }) => {
        for (let n = 0; n < DRAFTS_PER_SITE; n++) {
          app.clock.advance(1);
          await make();
        }
      },
      'deleting the site': deletingSite,
      'ten minutes': after(10 * MINUTE),
    },
  }),
  'an unsubscribe link': bearer({
    async make(app) {
      const { owner, shop } = await shopOf(app);
      await done(owner.put(`/api/sites/${shop.site.id}/weekly-email`, { isOn: true }));
      const path = `/unsubscribe?t=${app.deps.tokens.signUnsubscribe(shop.site.id)}`;
      return { owner, siteId: shop.site.id, opens: async () => (await app.fetch(path)).status === 200 };
    },
    ends: { 'deleting the site': deletingSite },
    isLasting: true,
  }),
  "a source's secret": bearer({
    async make(app) {
      const { owner, shop } = await shopOf(app);
      const path = `/api/sites/${shop.site.id}/sources/${shop.source.id}`;
      const headers = { authorization: `Bearer ${shop.source.secret}` };
      const opens = () =>
        opensBy(makeClient(app).call('POST', `/api/hooks/${shop.source.id}`, { test: true }, headers));
      return { owner, path, opens };
    },
    ends: {
      'a day after being replaced': async (app, { owner, path }) => {
        await done(owner.put(path, { secret: `whsec_${btoa('another secret of a shop')}` }));
        later(app, DAY);
      },
      'deleting the source': (_, { owner, path }) => done(owner.delete(path)),
    },
    isLasting: true,
  }),
  "a proof's address": bearer({
    async make(app) {
      const { owner, shop } = await shopOf(app);
      const sale = { id: 'sale-1', kind: 'purchase', occurredAt: new Date(app.clock.now()).toISOString() };
      const path = `/api/sites/${shop.site.id}/events`;
      await done(owner.post(path, { events: [sale] }));
      let notificationId = '';
      await soon(async () => {
        const { events } = (await owner.get<EventList>(path)).body;
        notificationId = events.find(({ id }) => id === sale.id)?.notificationId ?? '';
        return notificationId;
      }).not.toBe('');
      const proof = `/api/embed/${shop.site.id}/proof/${notificationId}`;
      const notification = `/api/widgets/${shop.widget.id}/notifications/${notificationId}`;
      return { owner, notification, opens: () => opensBy(makeClient(app).get(proof)) };
    },
    ends: { 'deleting its notification': (_, { owner, notification }) => done(owner.delete(notification)) },
    isLasting: true,
  }),
};

/** The table in SECURITY.md: what opens something, and what ends it. */
const promised: [name: string, ends: string[]][] = (() => {
  const text = readFileSync('SECURITY.md', 'utf8');
  const [section = ''] = text.split('### What opens something, and what ends it\n')[1]?.split('\n##') ?? [];
  const rows = section.split('\n').filter((line) => /^\| [a-z]/i.test(line));
  return rows.slice(1).map((line) => {
    const [, name = '', , ends = ''] = line.split('|').map((cell) => cell.trim());
    return [name.toLowerCase().replace('api key', 'API key'), ends.split('; ')];
  });
})();

it('SECURITY.md names what is tried here, and every end of it', () => {
  expect(promised).toEqual(Object.entries(BEARERS).map(([name, { ends }]) => [name, Object.keys(ends)]));
});

onBothDatabases('what has ended', { postgres: 'long' }, (database) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
  });
  const app = eachTest(() => makeAuthStage(database()));
  afterEach(() => vi.useRealTimers());

  for (const [name, { make, ends, isLasting }] of Object.entries(BEARERS)) {
    it(`${name} opens something until then`, async () => {
      expect(await (await make(app)).opens()).toBe(true);
    });

    it.each(Object.keys(ends))(`${name} opens nothing after %s`, async (end) => {
      const item = await make(app);
      await ends[end]?.(app, item);
      expect(await item.opens()).toBe(false);
    });

    if (isLasting) continue;
    it(`${name} opens nothing sixty-one days later`, async () => {
      const item = await make(app);
      later(app, 61 * DAY);
      expect(await item.opens()).toBe(false);
    });
  }
});
