// The shop's document: head, header, every view and footer, and the basket. Each page contains all views and hides all but one,
// so that the shop works without its script, and the script can switch views without loading a page.
import { html } from 'hono/html';
import { basket } from './basket.ts';
import { CATEGORIES, PRODUCTS } from './products.ts';
import { homeView, missingView, productView } from './views.ts';

/** Style sheets, in cascade order. */
export const STYLES = ['frame.css', 'range.css', 'product.css', 'basket.css', 'checkout.css'] as const;

export type ShopPage = {
  /** 'home', 'missing', or a product's slug. */
  view: string;
  publicUrl: string;
  siteId: string;
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const header = () => html`
  <header class="head">
    <div class="wrap head-row">
      <a class="mark" href="/demo/shop">Holt <span>&amp;</span> Ash</a>
      <nav class="nav" aria-label="Products">
        ${CATEGORIES.map((name) => html`<a href="/demo/shop#${name}">${capital(name)}</a>`)}
      </nav>
      <button class="basket-button" type="button" data-basket-open hidden>
        Basket <span class="count"><span data-basket-count>0</span><span class="unseen"> items</span></span>
      </button>
    </div>
  </header>`;

const footer = () => html`
  <footer class="foot">
    <div class="wrap foot-row">
      <p class="foot-mark">Holt <span>&amp;</span> Ash</p>
      <div>
        <h2>Delivery</h2>
        <p>To your room, not to your curb. Two people carry, one drinks your coffee.</p>
      </div>
      <div>
        <h2>Returns</h2>
        <p>Sixty days, picked up from your room. No box to keep in the basement.</p>
      </div>
      <div>
        <h2>Care</h2>
        <p>Oil once a year. We mend what we made for as long as we make things.</p>
      </div>
      <p class="foot-note">
        Holt &amp; Ash was made up to show Proofbell at work. Its people, products, orders and numbers don't exist.
      </p>
    </div>
  </footer>`;

/** @returns the whole page with one view shown. */
export const shopPage = ({ view, publicUrl, siteId }: ShopPage) => {
  const product = PRODUCTS.find(({ slug }) => slug === view);
  const title = product?.name ?? (view === 'home' ? 'Desks, lamps and stools' : 'Not found');
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="theme-color" content="#22301f">
    <title>${title} · Holt &amp; Ash</title>
    <meta name="description" content="A demo shop with made-up data that shows Proofbell's notifications.">
    <link rel="icon" type="image/svg+xml" href="/demo/assets/icon.svg">
    <link rel="preload" as="font" type="font/woff2" href="/demo/assets/inter.woff2" crossorigin>
    ${STYLES.map((name) => html`<link rel="stylesheet" href="/demo/assets/${name}">`)}
    <link rel="modulepreload" href="/demo/assets/orders.js">
    <script type="module" src="/demo/assets/shop.js"></script>
    <script async src="${publicUrl}/widget.js" data-site-id="${siteId}"></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <aside class="demo-bar" aria-label="About this demo">
      <p>Demo shop with made-up data: buy something and see it show. <a href="${publicUrl}/login">Open the owner's view</a></p>
      <p data-held-out role="status" hidden>Your browser drew to see no notifications, as one in ten does. <button class="link" type="button">Draw again</button></p>
    </aside>
    ${header()}
    <main id="main">
      ${homeView(view === 'home')}
      ${PRODUCTS.map((one) => productView(one, view === one.slug))}
      ${missingView(view === 'missing')}
    </main>
    ${footer()}
    ${basket()}
  </body>
</html>`;
};
