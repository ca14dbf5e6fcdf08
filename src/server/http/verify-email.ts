// /verify-email, where emailed verification links lead: a page that says whose account it is about, with a button to
// confirm and one to delete it. Mail scanners and previews open links, so only the buttons change anything. The code is
// the authority: neither a session nor a CSRF token is asked for, and none is given.
import type { Hono, Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import { verifyEmailInput } from '#shared/contract/account.ts';
import { VERIFY_PAGE as TEXTS } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { type CodeSubject, readVerificationCode, rejectAddress, verifyEmail } from '../domain/account/verification.ts';
import { invalid } from '../domain/errors.ts';
import { STATUS, toApiError } from '../trpc/errors.ts';
import { checkInput, limitBody, readForm } from './body.ts';
import { logError } from './error-response.ts';
import { linkButtons, pageRedirect, pageResponse } from './page.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';
import { collectHeaders } from './responses.ts';

const PATH = '/verify-email';
/** Many times what the forms send. */
const FORM_MAX_BYTES = 8 * 1024;

type Link = { href: string; label: string };
const LOG_IN: Link = { href: '/login', label: TEXTS.logIn };
const HOME: Link = { href: '/', label: TEXTS.home };
/** What each error says, given the seconds until a retry may help, and where to go from there. */
type ErrorPage = { texts: (retryAfter: number) => { title: string; description: string }; links: Link[] };
const ERROR_PAGES: Record<string, ErrorPage> = {
  validation: { texts: () => TEXTS.notValid, links: [LOG_IN, { href: '/register', label: TEXTS.signUp }] },
  conflict: { texts: () => TEXTS.kept, links: [{ href: '/forgot-password', label: TEXTS.newPassword }, LOG_IN] },
  'rate-limited': { texts: TEXTS.tooMany, links: [HOME] },
};
/** A conflict that names the address. */
const TAKEN: ErrorPage = { texts: () => TEXTS.taken, links: [LOG_IN, HOME] };
const FAILED: ErrorPage = { texts: () => TEXTS.failed, links: [HOME] };

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const confirmed = () => pageRedirect('/login?verify_email=true');

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

/** Mounts the page and its forms. */
export function mountVerifyEmail(app: Hono<HttpEnv>, deps: Deps, makeContext: MakeContext): void {
  const refuse = (c: HonoContext<HttpEnv>, error: unknown) => {
    const requestId = c.get('requestId') ?? '';
    logError(deps.log, error, requestId);
    const { body, retryAfter } = toApiError(error, requestId);
    const isTaken = body.code === 'conflict' && body.errors !== undefined;
    const { texts, links } = isTaken ? TAKEN : (ERROR_PAGES[body.code] ?? FAILED);
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return pageResponse(c, STATUS[body.code], { ...texts(retryAfter ?? 0), body: linkButtons(links) }, headers);
  };

  app.get(PATH, async (c) => {
    try {
      const { code } = checkInput(verifyEmailInput, { code: c.req.query('code') });
      const subject = await readVerificationCode(deps, code);
      return subject.isVerified ? confirmed() : question(c, code, subject);
    } catch (error) {
      return refuse(c, error);
    }
  });
  app.post(PATH, limitBody<HttpEnv>(FORM_MAX_BYTES, refuse), async (c) => {
    try {
      const form = await readForm(c);
      const { code } = checkInput(verifyEmailInput, { code: form.get('code') ?? undefined });
      const { address } = makeContext(c, collectHeaders()).client;
      const answer = form.get('answer');
      // Whoever says something else doesn't mean to confirm.
      if (answer !== null && answer !== 'reject') throw invalid('answer', 'Must be reject, or left out');
      if (answer === 'reject') {
        const ended = await rejectAddress(deps, code, address);
        const texts = ended === 'account' ? TEXTS.deleted : TEXTS.rejected;
        return pageResponse(c, 200, { ...texts, body: linkButtons([HOME]) });
      }
      await verifyEmail(deps, code, address);
      return confirmed();
    } catch (error) {
      return refuse(c, error);
    }
  });
}
