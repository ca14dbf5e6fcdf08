// /verify-email, where emailed verification links lead: a page that says whose account it is about, with a button to
// confirm and one to delete it. Mail scanners and previews open links, so only the buttons change anything. The code is
// the authority: neither a session nor a CSRF token is asked for, and none is given.
import type { Hono, Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import { forgotPasswordInput, verifyEmailInput } from '#shared/contract/account.ts';
import { MESSAGES, VERIFY_PAGE as TEXTS } from '#shared/messages.ts';
import { VERIFIED_BEFORE, VERIFIED_COOKIE } from '#shared/verified-cookie.ts';
import type { Deps } from '../deps.ts';
import { readEmailChange } from '../domain/account/email-change.ts';
import {
  type CodeSubject,
  readVerificationCode,
  rejectAddress,
  requestVerification,
  verifyEmail,
} from '../domain/account/verification.ts';
import { DomainError, invalid } from '../domain/errors.ts';
import { STATUS, toApiError } from '../trpc/errors.ts';
import { checkInput, limitBody, readForm } from './body.ts';
import { logError } from './error-response.ts';
import { countRefused } from './open-calls.ts';
import { linkButtons, pageRedirect, pageResponse } from './page.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';
import { collectHeaders } from './responses.ts';
import { isSecure } from './session-cookie.ts';

const PATH = '/verify-email';
/** Many times the forms' size. */
const FORM_MAX_BYTES = 8 * 1024;

type Link = { href: string; label: string };
const LOG_IN: Link = { href: '/login', label: TEXTS.logIn };
const HOME: Link = { href: '/', label: TEXTS.home };
/** What each error says, given the seconds until a retry may help, and where to go from there. */
type ErrorPage = { texts: (retryAfter: number) => { title: string; description: string }; links: Link[] };
const ERROR_PAGES: Record<string, ErrorPage> = {
  conflict: { texts: () => TEXTS.kept, links: [{ href: '/forgot-password', label: TEXTS.newPassword }, LOG_IN] },
  'rate-limited': { texts: TEXTS.tooMany, links: [HOME] },
};
/** A conflict that names the address. */
const TAKEN: ErrorPage = { texts: () => TEXTS.taken, links: [LOG_IN, HOME] };
const FAILED: ErrorPage = { texts: () => TEXTS.failed, links: [HOME] };

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Leads on to the login page, which greets whoever was just verified in this browser, and nobody else: so for a minute a
 * cookie tells it who that is, or that the link had been used before.
 */
const confirmed = (config: Deps['config'], mark: string) =>
  pageRedirect('/login?verify_email=true', {
    'set-cookie': `${VERIFIED_COOKIE}=${mark}; Path=/login; Max-Age=60; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`,
  });

function question(c: HonoContext, code: string, { maskedEmail, createdAt, isChange }: CodeSubject) {
  const texts = isChange ? TEXTS.change : TEXTS;
  const fields = html`<input type="hidden" name="code" value="${code}">`;
  const body = html`<dl><div><dt>${TEXTS.address}</dt><dd>${maskedEmail}</dd></div>
<div><dt>${TEXTS.created}</dt><dd><time datetime="${createdAt}">${DATE.format(new Date(createdAt))} UTC</time></dd></div></dl>
<form method="post" action="${PATH}">${fields}<button class="button">${texts.confirm}</button></form>
<form method="post" action="${PATH}">${fields}<button class="button secondary" name="answer" value="reject" aria-describedby="hint">${texts.reject}</button></form>
<p class="note" id="hint">${texts.rejectHint}</p>`;
  return pageResponse(c, 200, { title: texts.title, description: texts.description, body });
}

/** @param email filled in. @param error what is wrong with it. */
function askForLink(c: HonoContext, email: string, error: string | null = null) {
  const { title, description, email: label, action, note } = TEXTS.notValid;
  const body = html`<form class="actions" method="post" action="${PATH}"><input type="hidden" name="answer" value="resend">
<label for="email">${label}</label>
<input class="input" id="email" name="email" type="email" autocomplete="email" required value="${email}"${error ? raw(' aria-invalid="true" aria-describedby="error"') : ''}>
${error ? html`<p class="error" id="error" role="alert">${error}</p>` : ''}<button class="button">${action}</button></form>
<p class="note">${note}</p>${linkButtons([LOG_IN, { href: '/register', label: TEXTS.signUp }], 'secondary')}`;
  return pageResponse(c, 400, { title, description, body });
}

/** Mounts the page and its forms. */
export function mountVerifyEmail(app: Hono<HttpEnv>, deps: Deps, makeContext: MakeContext): void {
  /** A link that is dead or unknown: says so, and offers another one to whoever needs it. */
  const dead = async (c: HonoContext<HttpEnv>) => {
    const actor = await makeContext(c, collectHeaders())
      .actor()
      .catch(() => null);
    if (actor?.kind !== 'user') return askForLink(c, '');
    if (!actor.isVerified) return askForLink(c, actor.email);
    const settings = { href: '/settings', label: TEXTS.notNeeded.settings };
    const dashboard = { href: '/dashboard', label: TEXTS.notNeeded.dashboard };
    const { pendingEmail } = await readEmailChange(deps, actor);
    return pendingEmail === null
      ? pageResponse(c, 400, { ...TEXTS.notNeeded, body: linkButtons([dashboard, settings]) })
      : pageResponse(c, 400, { ...TEXTS.stillWaits, body: linkButtons([settings, dashboard]) });
  };
  const resend = async (c: HonoContext<HttpEnv>, typed: string) => {
    // Anybody may ask, but on our page: other sites shall not use up their visitors' limit.
    if (c.req.header('sec-fetch-site') === 'cross-site') throw new DomainError('forbidden', TEXTS.notValid.crossSite);
    const read = forgotPasswordInput.safeParse({ email: typed });
    if (!read.success) return askForLink(c, typed, MESSAGES.emailInvalid);
    const { email } = read.data;
    await requestVerification(deps, { email }, makeContext(c, collectHeaders()).client.address);
    const { title, description, inLog } = TEXTS.requested;
    const text = deps.config.mail === 'outbox' ? inLog : description;
    return pageResponse(c, 200, { title, description: text(email), body: linkButtons([LOG_IN, HOME]) });
  };
  const refuse = (c: HonoContext<HttpEnv>, error: unknown) => {
    const requestId = c.get('requestId') ?? '';
    logError(deps.log, error, requestId);
    const { body, retryAfter } = toApiError(error, requestId);
    const isTaken = body.code === 'conflict' && body.errors !== undefined;
    const { texts, links } = isTaken ? TAKEN : (ERROR_PAGES[body.code] ?? FAILED);
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return pageResponse(c, STATUS[body.code], { ...texts(retryAfter ?? 0), body: linkButtons(links) }, headers);
  };

  const fail = (c: HonoContext<HttpEnv>, error: unknown) =>
    toApiError(error, '').body.code === 'validation' ? dead(c) : refuse(c, error);

  app.get(PATH, async (c) => {
    try {
      const { code } = checkInput(verifyEmailInput, { code: c.req.query('code') });
      const subject = await readVerificationCode(deps, code);
      return subject.isVerified ? confirmed(deps.config, VERIFIED_BEFORE) : question(c, code, subject);
    } catch (error) {
      return fail(c, error);
    }
  });
  const answer = async (c: HonoContext<HttpEnv>) => {
    const form = await readForm(c);
    const given = form.get('answer');
    if (given === 'resend') return resend(c, form.get('email') ?? '');
    const { code } = checkInput(verifyEmailInput, { code: form.get('code') ?? undefined });
    const { address } = makeContext(c, collectHeaders()).client;
    // Whoever says something else doesn't mean to confirm.
    if (given !== null && given !== 'reject') throw invalid('answer', 'Must be reject, or left out');
    if (given === 'reject') {
      const ended = await rejectAddress(deps, code, address);
      const texts = ended === 'account' ? TEXTS.deleted : TEXTS.rejected;
      return pageResponse(c, 200, { ...texts, body: linkButtons([HOME]) });
    }
    const { userId } = await verifyEmail(deps, code, address);
    return confirmed(deps.config, userId);
  };
  app.post(PATH, limitBody<HttpEnv>(FORM_MAX_BYTES, refuse), (c) => countRefused(c, makeContext, answer, fail));
}
