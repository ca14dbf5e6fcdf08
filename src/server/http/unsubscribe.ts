// /unsubscribe, where the links of weekly emails lead. Email programs unsubscribe with one POST (RFC 8058), so it asks
// for neither a session nor a CSRF token, and gives none: the token in the address is the authority. Mail scanners open
// links, so a GET only shows a page with a button, which sends the same POST.
import type { Hono, Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import { unsubscribeInput } from '#shared/contract/weekly-email.ts';
import { UNSUBSCRIBE_PAGE as TEXTS } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { invalid } from '../domain/errors.ts';
import { readSubscription, type Subscription, unsubscribe } from '../domain/weekly/email.ts';
import { STATUS, toApiError } from '../trpc/errors.ts';
import { checkInput, limitBody, readFormOrParts } from './body.ts';
import { logError } from './error-response.ts';
import { countRefused } from './open-calls.ts';
import { linkButtons, pageResponse } from './page.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';

const PATH = '/unsubscribe';
/** Many times what an email program sends. */
const FORM_MAX_BYTES = 8 * 1024;
/** RFC 8058, 3.1: the only field and its value. */
const FIELD = 'List-Unsubscribe';
const ONE_CLICK = 'One-Click';

const SETTINGS = linkButtons([{ href: '/settings#weekly-email', label: TEXTS.settings }]);

const question = (token: string, { siteName }: Subscription) => ({
  ...TEXTS.question(siteName),
  body: html`<form class="actions" method="post" action="${PATH}?${new URLSearchParams({ t: token }).toString()}">
<input type="hidden" name="${FIELD}" value="${ONE_CLICK}"><button class="button">${TEXTS.unsubscribe}</button></form>`,
});

const done = ({ siteName }: Subscription) => ({
  ...TEXTS.done(siteName),
  body: linkButtons([{ href: '/settings#weekly-email', label: TEXTS.switchOn }]),
});

const tokenOf = (c: HonoContext) => {
  const given = new URL(c.req.url).searchParams.getAll('t');
  // With two tokens it would be unclear which one counts.
  if (given.length > 1) throw invalid('t', 'Given twice');
  return checkInput(unsubscribeInput, { t: given[0] }).t;
};

/** Mounts the page and its form. */
export function mountUnsubscribe(app: Hono<HttpEnv>, deps: Deps, makeContext: MakeContext): void {
  const refuse = (c: HonoContext<HttpEnv>, error: unknown) => {
    const requestId = c.get('requestId') ?? '';
    logError(deps.log, error, requestId);
    const { body } = toApiError(error, requestId);
    const texts = body.code === 'validation' ? TEXTS.notValid : TEXTS.failed;
    return pageResponse(c, STATUS[body.code], { ...texts, body: SETTINGS });
  };

  app.get(PATH, async (c) => {
    try {
      const token = tokenOf(c);
      const subscription = await readSubscription(deps, token);
      return pageResponse(c, 200, subscription.isOn ? question(token, subscription) : done(subscription));
    } catch (error) {
      return refuse(c, error);
    }
  });
  const answer = async (c: HonoContext<HttpEnv>) => {
    const form = await readFormOrParts(c);
    if (form.get(FIELD) !== ONE_CLICK) throw invalid(FIELD, `Must be ${ONE_CLICK}`);
    return pageResponse(c, 200, done(await unsubscribe(deps, tokenOf(c))));
  };
  app.post(PATH, limitBody<HttpEnv>(FORM_MAX_BYTES, refuse), (c) => countRefused(c, makeContext, answer, refuse));
}
