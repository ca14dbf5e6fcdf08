// /sandbox/receipt/{invoice}: a plain receipt, where Stripe has its own.
import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { SandboxReceipt } from '../../domain/billing/sandbox-desk.ts';
import { makeWriter, sandboxPage } from './frame.ts';

/** @returns one word for what became of an invoice. */
export function receiptState({ status, paid, refunded }: SandboxReceipt): string {
  if (refunded > 0) return refunded >= paid ? 'Refunded' : 'Partly refunded';
  return status === 'paid' ? 'Paid' : 'Payment failed';
}

export function receiptPage(c: HonoContext, receipt: SandboxReceipt): Response {
  const { number, email, createdAt, lines, total, paid, refunded, currency, paidAt, card } = receipt;
  const { money, date } = makeWriter(c);
  const row = (name: string, value: string, isTotal = false) =>
    html`<div${isTotal ? html` class="total"` : ''}><dt>${name}</dt><dd>${value}</dd></div>`;
  const body = html`<dl class="rows">
${row('Number', number)}
${row('Date', date(createdAt))}
${email === null ? '' : row('Billed to', email)}
${row('Status', receiptState(receipt))}
${paidAt === null ? '' : row('Paid on', date(paidAt))}
${card === null || paidAt === null ? '' : row('Paid with', `Test card ending in ${card}`)}</dl>
<dl class="rows">
${lines.map(({ description, amount, from, to }) => html`<div><dt>${description}<br>${date(from)} to ${date(to)}</dt><dd class="money">${money(amount, currency)}</dd></div>`)}
${row('Total', money(total, currency), true)}
${paid === total ? '' : row('Paid', money(paid, currency))}
${refunded === 0 ? '' : row('Refunded', money(refunded, currency))}</dl>`;
  const title = paidAt === null ? 'Invoice' : 'Receipt';
  return sandboxPage(c, 200, { title, description: 'From the payment sandbox. No money moved.', body });
}
