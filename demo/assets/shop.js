// The shop's own script: switches views without loading a page, and keeps the basket in this browser.
import './held-out.js';
import { startOrders } from './orders.js';

const KEY = 'holt-and-ash-basket';
const one = (selector, from = document) => from.querySelector(selector);
const views = [...document.querySelectorAll('[data-view]')];
const viewOf = (path) => views.find((view) => view.dataset.view === path);
const price = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });

/** Shows the view for a path. */
function show(path) {
  const shown = viewOf(path) ?? viewOf('missing');
  for (const view of views) view.hidden = view !== shown;
  document.title = `${shown.dataset.title} · Holt & Ash`;
  return shown;
}

/** Scrolls to the anchor that the URL names, or to the top without one. */
function scrollToPlace(view, behavior) {
  const place = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (place && view.contains(place)) place.scrollIntoView({ behavior });
  else window.scrollTo({ top: 0, behavior });
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !viewOf(url.pathname)) return;
  // Browsers restore the scroll position before the view is back.
  history.scrollRestoration = 'manual';
  history.replaceState({ y: scrollY }, '');
  // Leave anchors in the current view to the browser.
  if (url.pathname === location.pathname && url.hash) return;
  event.preventDefault();
  dialog.close();
  history.pushState(null, '', url.pathname + url.hash);
  const view = show(url.pathname);
  scrollToPlace(view, 'instant');
  one('h1', view).focus({ preventScroll: true });
});
addEventListener('popstate', ({ state }) => {
  const before = views.find((view) => !view.hidden);
  const view = show(location.pathname);
  if (typeof state?.y === 'number') window.scrollTo({ top: state.y, behavior: 'instant' });
  else scrollToPlace(view, view === before ? 'auto' : 'instant');
});

// The basket: quantities by product. Products are read from this page's buttons.
const dialog = one('[data-basket]');
const opener = one('[data-basket-open]');
const goods = new Map(
  [...document.querySelectorAll('[data-add]')].map(({ dataset }) => [
    dataset.add,
    { name: dataset.name, price: Number(dataset.price) },
  ]),
);

function readBasket() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    return new Map(kept.filter(([slug, amount]) => goods.has(slug) && amount > 0 && Number.isSafeInteger(amount)));
  } catch {
    return new Map();
  }
}
const basket = readBasket();

function change(slug, by) {
  const amount = (basket.get(slug) ?? 0) + by;
  if (amount > 0) basket.set(slug, Math.min(amount, 99));
  else basket.delete(slug);
  save();
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(basket)));
  } catch {
    // Storage can be blocked; then the basket lasts as long as the page.
  }
  draw();
}

function makeLine(slug, amount) {
  const line = one('[data-basket-line]').content.cloneNode(true);
  const { name, price: each } = goods.get(slug);
  one('img', line).src = `/demo/assets/${slug}.svg`;
  const link = one('[data-line-name]', line);
  link.textContent = name;
  link.href = `/demo/shop/${slug}`;
  one('[data-line-price]', line).textContent = price.format(each * amount);
  one('[data-line-amount]', line).textContent = String(amount);
  for (const [selector, by, label] of [
    ['[data-line-less]', -1, `One ${name} less`],
    ['[data-line-more]', 1, `One ${name} more`],
  ]) {
    const button = one(selector, line);
    button.setAttribute('aria-label', label);
    button.addEventListener('click', () => {
      change(slug, by);
      // The line was rendered again, so focus the same button, or the close button when the line is gone.
      const again = one(`[data-slug="${slug}"] ${selector}`, dialog) ?? one('[data-basket-close]');
      again.focus();
    });
  }
  one('li', line).dataset.slug = slug;
  return line;
}

function draw() {
  const lines = [...basket];
  const count = lines.reduce((sum, [, amount]) => sum + amount, 0);
  const total = lines.reduce((sum, [slug, amount]) => sum + amount * goods.get(slug).price, 0);
  one('[data-basket-count]').textContent = String(count);
  one('[data-basket-lines]').replaceChildren(...lines.map(([slug, amount]) => makeLine(slug, amount)));
  one('[data-basket-total]').textContent = price.format(total);
  one('[data-basket-empty]').hidden = count > 0;
  one('[data-basket-sum]').hidden = count === 0;
  one('[data-checkout]').hidden = count === 0;
}

for (const button of document.querySelectorAll('[data-add]')) {
  button.addEventListener('click', () => {
    change(button.dataset.add, 1);
    one('[data-said]').textContent = `${button.dataset.name} is in the basket`;
    dialog.showModal();
  });
}
opener.addEventListener('click', () => dialog.showModal());
one('[data-basket-close]').addEventListener('click', () => dialog.close());
// A click outside the basket closes it; only there is the dialog itself the target.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
opener.hidden = false;
draw();
startOrders({
  dialog,
  goods,
  lines: () => [...basket].map(([slug, amount]) => ({ slug, amount })),
  empty() {
    basket.clear();
    save();
  },
  say(text) {
    one('[data-said]').textContent = text;
  },
});
