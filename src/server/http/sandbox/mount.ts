// The sandbox's public pages, below /sandbox. Whoever knows the random id in the address may use the page, as with
// Stripe's. They exist only where the sandbox may serve; nothing that is posted here is ever logged or echoed.
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Hono, Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { text } from '#shared/contract/text.ts';
import type { Deps } from '../../deps.ts';
import { type PortalAction, type SandboxDesk, TEST_CARDS } from '../../domain/billing/sandbox-desk.ts';
import { STATUS, toApiError } from '../../trpc/errors.ts';
import { limitBody, readForm } from '../body.ts';
import { mayBeLocal } from '../client-address.ts';
import { logError } from '../error-response.ts';
import { pageRedirect } from '../page.ts';
import type { HttpEnv } from '../request-context.ts';
import { checkoutPage } from './checkout-page.ts';
import { notFoundPage, sandboxPage } from './frame.ts';
import { portalPage } from './portal-page.ts';
import { receiptPage } from './receipt-page.ts';

/** Many times the forms' size. */
const FORM_MAX_BYTES = 4 * 1024;

/** @returns a refusal that says nothing of what was sent: it may be the number of a real card. */
const refused = (c: HonoContext, status: number) =>
  sandboxPage(c, status, {
    title: "We couldn't do that",
    description: 'Nothing was charged or changed. Go back and send the form as the page draws it.',
    body: html``,
  });

const paymentInput = z.strictObject({ card: z.enum(TEST_CARDS) });
const name = text(FORM_MAX_BYTES);
const actionInput: z.ZodType<PortalAction> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('change-card'), card: z.enum(TEST_CARDS) }),
  z.strictObject({ kind: z.literal('change-plan'), subscriptionId: name, priceId: name }),
  z.strictObject({ kind: z.enum(['cancel', 'resume']), subscriptionId: name }),
  z.strictObject({ kind: z.literal('skip'), subscriptionId: name, to: text(15).regex(/^\d+$/).transform(Number) }),
]);

/** @returns what a form says when there is each of its fields once and none besides; else undefined. */
function read<T>(input: z.ZodType<T>, form: URLSearchParams): T | undefined {
  const fields = Object.fromEntries(form);
  return form.size === Object.keys(fields).length ? input.safeParse(fields).data : undefined;
}

type Handler = (c: HonoContext<HttpEnv>, desk: SandboxDesk, id: string) => Promise<Response | null>;

/** Mounts the pages and their forms. */
export function mountSandbox(app: Hono<HttpEnv>, deps: Deps): void {
  const desk = deps.sandbox?.desk;
  /** Where the sandbox doesn't serve, its pages don't exist. */
  const guard = (handle: Handler) => async (c: HonoContext<HttpEnv>) => {
    const { address } = getConnInfo(c).remote;
    const client = { mayBeLocal: () => mayBeLocal(c.req.raw.headers, address, deps.config.trustProxy) };
    if (!desk || deps.billing.buyingFor(client) !== 'test') return notFoundPage(c);
    try {
      const id = c.req.param('id') ?? '';
      // Our ids only: whatever else is typed there never reaches the database.
      return (/^[a-z]{2,4}_[A-Za-z0-9_]{10,80}$/.test(id) && (await handle(c, desk, id))) || notFoundPage(c);
    } catch (error) {
      const requestId = c.get('requestId') ?? '';
      logError(deps.log, error, requestId);
      return refused(c, STATUS[toApiError(error, requestId).body.code]);
    }
  };
  /** Forms are sent from these pages only; browsers say `none` when somebody reloads the answer to one. */
  const post = (handle: (form: URLSearchParams, ...args: Parameters<Handler>) => ReturnType<Handler>) =>
    guard(async (c, desk, id) => {
      const site = c.req.header('sec-fetch-site');
      if (site === 'cross-site' || site === 'same-site') return refused(c, 403);
      return handle(await readForm(c), c, desk, id);
    });
  const limit = limitBody<HttpEnv>(FORM_MAX_BYTES, (c, { code }) => refused(c, STATUS[code]));

  app.get(
    '/sandbox/checkout/:id',
    guard(async (c, desk, id) => {
      const checkout = await desk.readCheckout(id);
      return checkout && checkoutPage(c, checkout);
    }),
  );
  app.post(
    '/sandbox/checkout/:id',
    limit,
    post(async (form, c, desk, id) => {
      const payment = read(paymentInput, form);
      if (!payment) return refused(c, 400);
      const result = await desk.pay(id, payment.card);
      const checkout = result && (await desk.readCheckout(id));
      if (!checkout) return null;
      if (result === 'paid') return pageRedirect(checkout.successUrl);
      return checkoutPage(c, checkout, result === 'closed' ? null : result);
    }),
  );
  app.get(
    '/sandbox/portal/:id',
    guard(async (c, desk, id) => {
      const portal = await desk.readPortal(id);
      return portal && portalPage(c, portal, c.req.query('done') ?? null, deps.clock.now());
    }),
  );
  app.post(
    '/sandbox/portal/:id',
    limit,
    post(async (form, c, desk, id) => {
      const action = read(actionInput, form);
      if (!action) return refused(c, 400);
      const result = await desk.act(id, action);
      return result && pageRedirect(`/sandbox/portal/${id}?done=${result === 'done' ? action.kind : result}`);
    }),
  );
  app.get(
    '/sandbox/receipt/:id',
    guard(async (c, desk, id) => {
      const receipt = await desk.readReceipt(id);
      return receipt && receiptPage(c, receipt);
    }),
  );
  app.all('/sandbox', notFoundPage);
  app.all('/sandbox/*', notFoundPage);
}
