// /sandbox/checkout/{id}: where a plan is bought with a test card.
import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { SandboxCheckout } from '../../domain/billing/sandbox-desk.ts';
import { cardForm } from './card-form.ts';
import { makeWriter, sandboxPage } from './frame.ts';

const DECLINES = {
  declined: 'Your card was declined. Try another card.',
  'insufficient-funds': 'Your card has insufficient funds. Try another card.',
} as const;

/** What a checkout that can't be paid says. */
const CLOSED = {
  complete: { title: 'This is already paid', description: 'You paid for this plan before. Nothing was charged again.' },
  expired: {
    title: 'This checkout has expired',
    description: 'Nothing was charged. Go back and choose your plan again.',
  },
} as const;

/** @param failed why the last try failed. */
export function checkoutPage(
  c: HonoContext,
  checkout: SandboxCheckout,
  failed: keyof typeof DECLINES | null = null,
): Response {
  const { id, status, price, email, successUrl, cancelUrl } = checkout;
  const writer = makeWriter(c);
  if (status !== 'open') {
    const [href, label] = status === 'complete' ? [successUrl, 'Continue'] : [cancelUrl ?? '/pricing', 'Go back'];
    const body = html`<div class="actions"><a class="button" href="${href}">${label}</a></div>`;
    return sandboxPage(c, 200, { ...CLOSED[status], body });
  }
  const amount = writer.money(price.amount, price.currency);
  const body = html`<dl class="rows">
<div><dt>Plan</dt><dd>${price.name}</dd></div>
<div><dt>Billed</dt><dd>${price.interval === 'year' ? 'Yearly' : 'Monthly'}</dd></div>
${email === null ? '' : html`<div><dt>Email</dt><dd>${email}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${amount}</dd></div></dl>
${failed === null ? '' : html`<p class="notice bad" role="alert">${DECLINES[failed]} Nothing was charged.</p>`}
${cardForm('checkout', `/sandbox/checkout/${id}`, { label: `Pay ${amount}`, busy: 'Paying…' })}
${cancelUrl === null ? '' : html`<a class="back" href="${cancelUrl}">Cancel and go back</a>`}`;
  const page = {
    title: `Subscribe to ${price.name}`,
    description: `It renews every ${price.interval} until you cancel.`,
    body,
  };
  return sandboxPage(c, failed === null ? 200 : 402, page, true);
}
