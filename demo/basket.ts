// The basket: what is in it, the checkout below, and the orders that were placed in this browser.
import { html } from 'hono/html';
import { COUNTRIES } from './checkout.ts';

const field = (name: string, label: string, value: string, more: { type?: string; max: number }) => html`
  <label>
    <span>${label}</span>
    <input name="${name}" type="${more.type ?? 'text'}" value="${value}" maxlength="${more.max}" autocomplete="off" required>
    <span class="wrong" data-wrong="${name}" hidden></span>
  </label>`;

/** Filled in, so that one press is enough. */
const checkout = () => html`
  <form class="checkout" data-checkout hidden>
    <h3>Checkout</h3>
    <div class="fields">
      ${field('firstName', 'First name', 'Inês', { max: 40 })}
      ${field('email', 'Email', 'ines@example.com', { type: 'email', max: 254 })}
      ${field('city', 'City', 'Porto', { max: 60 })}
      <label>
        <span>Country</span>
        <select name="country">
          ${Object.entries(COUNTRIES).map(([code, name]) => html`<option value="${code}">${name}</option>`)}
        </select>
      </label>
    </div>
    <p class="wrong" data-wrong="order" hidden></p>
    <button class="button" type="submit">Place order</button>
  </form>`;

export const basket = () => html`
  <dialog class="basket" aria-labelledby="basket-title" data-basket>
    <div class="basket-head">
      <h2 id="basket-title">Basket</h2>
      <button class="round" type="button" aria-label="Close basket" data-basket-close>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
      </button>
    </div>
    <p class="basket-empty" data-basket-empty>Your basket is empty.</p>
    <ul class="lines" data-basket-lines></ul>
    <p class="basket-total" data-basket-sum><span>Total</span> <strong data-basket-total></strong></p>
    ${checkout()}
    <section class="orders" aria-labelledby="orders-title" data-orders hidden>
      <h3 id="orders-title">Your orders</h3>
      <ol data-order-list></ol>
    </section>
    <p class="basket-note">This is a demo shop: nothing is charged or sent. It tells Proofbell of each order and refund by a signed webhook. Visitors read the first name, and a place once five orders came from it.</p>
  </dialog>
  <template data-basket-line>
    <li class="line">
      <img class="line-picture" alt="" width="72" height="72">
      <div class="line-text">
        <a data-line-name></a>
        <span data-line-price></span>
      </div>
      <div class="amount">
        <button class="round" type="button" data-line-less><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12h12" /></svg></button>
        <span data-line-amount></span>
        <button class="round" type="button" data-line-more><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12h12M12 6v12" /></svg></button>
      </div>
    </li>
  </template>
  <template data-order>
    <li class="order">
      <div class="order-head">
        <strong data-order-number></strong>
        <button class="link" type="button" data-order-refund>Refund</button>
      </div>
      <p data-order-lines></p>
      <p class="order-state" data-order-state></p>
      <button class="button order-look" type="button" data-order-look hidden>See it as visitors do</button>
      <details>
        <summary>The signed webhook</summary>
        <pre tabindex="0" data-order-webhook></pre>
      </details>
    </li>
  </template>
  <p class="unseen" role="status" data-said></p>`;
