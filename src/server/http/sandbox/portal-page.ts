// /sandbox/portal/{id}: where a customer changes or cancels a plan, changes the card, finds receipts, and makes time pass.
import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import type { SandboxPortal, SandboxSubscription } from '../../domain/billing/sandbox-desk.ts';
import type { Html } from '../page.ts';
import { cardForm } from './card-form.ts';
import { makeWriter, priceText, sandboxPage, type Writer } from './frame.ts';
import { receiptState } from './receipt-page.ts';

/** What happened, by the name in the address after a form was sent. */
const OUTCOMES: Record<string, { text: string; isBad?: true }> = {
  'change-plan': { text: 'Your plan was changed.' },
  cancel: { text: 'Your plan is canceled. It stays on until the end of the period.' },
  resume: { text: 'Your plan renews again.' },
  'change-card': { text: 'Your card was changed.' },
  skip: { text: 'Time was skipped.' },
  declined: { text: 'That card was declined. Nothing has changed.', isBad: true },
  impossible: { text: 'That is no longer possible. This is how things are now.', isBad: true },
};

type Drawing = { portal: SandboxPortal; action: string; writer: Writer };

/** @param fields hidden ones, by name. */
function actionForm({ action }: Drawing, label: string, fields: Record<string, string>, isPrimary = false): Html {
  return html`<form method="post" action="${action}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="button${isPrimary ? '' : ' secondary'}">${label}</button></form>`;
}

function statusText({ status, cancelsAt, periodEnd, retriesAt }: SandboxSubscription, { date }: Writer): Html {
  const next = retriesAt === null ? "It isn't tried again." : `The next try is on ${date(retriesAt)}.`;
  const isOwed = status === 'past_due';
  return html`${isOwed ? html`<p class="notice bad">The last payment failed. Change your card below. ${next}</p>` : ''}
${isOwed || cancelsAt !== null ? '' : html`<p>Renews on ${date(periodEnd)}.</p>`}
${cancelsAt === null ? '' : html`<p class="notice warn">Ends on ${date(cancelsAt)}.</p>`}`;
}

function planChoice(drawing: Drawing, { id, price }: SandboxSubscription): Html {
  const { portal, action, writer } = drawing;
  const chosen = portal.prices.find((each) => each.id === portal.flow)?.id ?? price.id;
  return html`<h2>Change plan</h2><form method="post" action="${action}">
<input type="hidden" name="kind" value="change-plan"><input type="hidden" name="subscriptionId" value="${id}">
<fieldset class="plans"><legend class="visually-hidden">Plan</legend>${portal.prices.map(
    (
      each,
    ) => html`<label><input type="radio" name="priceId" value="${each.id}"${each.id === chosen ? raw(' checked') : ''}>
<span>${each.name}</span><span class="amount">${priceText(each, writer)}</span></label>`,
  )}</fieldset><button class="button">Change plan</button>
<p class="note">The new price is charged at once, less what is left of this period.</p></form>`;
}

function subscriptionPart(drawing: Drawing, subscription: SandboxSubscription): Html {
  const { id, price, status, cancelsAt, periodEnd, retriesAt } = subscription;
  const fields = { subscriptionId: id };
  const skip = retriesAt === null ? 'Skip to the end of the period' : 'Skip to the next payment try';
  return html`<section class="panel"><h3 class="line">${price.name}<span>${priceText(price, drawing.writer)}</span></h3>
${statusText(subscription, drawing.writer)}
<div class="row">
${
  cancelsAt === null
    ? actionForm(drawing, 'Cancel plan', { kind: 'cancel', ...fields }, drawing.portal.flow === 'canceled')
    : actionForm(drawing, 'Resume plan', { kind: 'resume', ...fields }, true)
}
${actionForm(drawing, skip, { kind: 'skip', ...fields, to: String(retriesAt ?? periodEnd) })}</div></section>
${status === 'active' ? planChoice(drawing, subscription) : ''}`;
}

function receiptList({ portal: { receipts }, writer }: Drawing): Html {
  if (receipts.length === 0) return html`<p>No receipts yet.</p>`;
  return html`<ul class="list">${receipts.map(
    (receipt) => html`<li><a href="/sandbox/receipt/${receipt.id}"><span>${writer.date(receipt.createdAt)}</span>
<span class="state">${receiptState(receipt)}</span><span class="amount">${writer.money(receipt.total, receipt.currency)}</span></a></li>`,
  )}</ul>`;
}

/** @param outcome a key of OUTCOMES; any other is ignored. @param now our time, in milliseconds. */
export function portalPage(c: HonoContext, portal: SandboxPortal, outcome: string | null, now: number): Response {
  const drawing: Drawing = { portal, action: `/sandbox/portal/${portal.id}`, writer: makeWriter(c) };
  const { subscriptions, card, returnUrl } = portal;
  const said = outcome !== null && Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined;
  // A page that is a minute ahead has skipped nothing: its clock only ticks in other steps.
  const isAhead = portal.now - now > 60_000;
  const body = html`${said ? html`<p class="notice${said.isBad ? ' bad' : ''}" role="${said.isBad ? 'alert' : 'status'}">${said.text}</p>` : ''}
${isAhead ? html`<p class="note">You skipped time: for this account it is ${drawing.writer.date(portal.now)}.</p>` : ''}
${
  subscriptions.length === 0
    ? html`<div class="panel"><h3>No plan</h3><p>You have no paid plan at the moment.</p></div>`
    : subscriptions.map((each) => subscriptionPart(drawing, each))
}
${
  subscriptions.length === 0
    ? ''
    : html`<h2>Card</h2><p>${card === null ? 'No card is stored.' : `Renewals are charged to the test card ending in ${card}.`}</p>
${cardForm('portal', drawing.action, { label: 'Change card', busy: 'Changing…' }, html`<input type="hidden" name="kind" value="change-card">`)}`
}
<h2>Receipts</h2>${receiptList(drawing)}
${returnUrl === null ? '' : html`<a class="back" href="${returnUrl}">Back to Proofbell</a>`}`;
  const description = portal.email === null ? 'Manage your plan.' : `Manage the plan of ${portal.email}.`;
  return sandboxPage(c, 200, { title: 'Billing', description, body }, true);
}
