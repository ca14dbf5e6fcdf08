// The shop's views: the home page with all products, a page for each product, and a not-found page.
import { html, raw } from 'hono/html';
import { CATEGORIES, type Category, PRODUCTS, type Product } from './products.ts';

const LINES: Record<Category, string> = {
  desks: 'Tops that take a coffee ring and forgive it.',
  lamps: "Light where you look, dark where you don't.",
  stools: 'Seats that carry books on weekdays.',
};
const NAMES: Record<Category, string> = { desks: 'Desks', lamps: 'Lamps', stools: 'Stools' };

const SHAPE = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 });
const priceOf = ({ price }: Product) => SHAPE.format(price);
const hrefOf = ({ slug }: Product) => `/demo/shop/${slug}`;
const srcOf = ({ slug }: Product) => `/demo/assets/${slug}.svg`;
const hiddenUnless = (isShown: boolean) => raw(isShown ? '' : ' hidden');

const basketButton = (product: Product, label: string) => html`
  <button class="button" type="button" data-add="${product.slug}" data-name="${product.name}" data-price="${product.price}">
    ${label}<span class="unseen">: ${product.name}</span>
  </button>`;

const card = (product: Product) => html`
  <li class="card">
    <a class="card-link" href="${hrefOf(product)}">
      <img class="card-picture" src="${srcOf(product)}" alt="" width="600" height="600" loading="lazy">
      <span class="card-name">${product.name}</span>
      <span class="card-price">${priceOf(product)}</span>
    </a>
    <p class="card-line">${product.line}</p>
  </li>`;

const shelf = (category: Category) => html`
  <section class="shelf wrap" id="${category}" aria-labelledby="${category}-title">
    <div class="shelf-head">
      <h2 id="${category}-title">${NAMES[category]}</h2>
      <p>${LINES[category]}</p>
    </div>
    <ul class="cards">
      ${PRODUCTS.filter((product) => product.category === category).map(card)}
    </ul>
  </section>`;

export const homeView = (isShown: boolean) => html`
  <div data-view="/demo/shop" data-title="Desks, lamps and stools"${hiddenUnless(isShown)}>
    <section class="hero">
      <img class="hero-picture" src="/demo/assets/room.svg" alt="A desk, a lamp and a stool in a quiet green room" width="1600" height="900">
      <div class="wrap hero-text">
        <h1 tabindex="-1">Furniture for a good day's work</h1>
        <p>Nine things, made one at a time from oak, ash and walnut.</p>
        <a class="button button-light" href="#desks">See the range</a>
      </div>
    </section>
    ${CATEGORIES.map(shelf)}
    <section class="workshop" id="workshop" aria-labelledby="workshop-title">
      <div class="wrap workshop-row">
        <img class="workshop-picture" src="/demo/assets/workshop.svg" alt="A workbench with a plane, shavings and clamped boards" width="800" height="600" loading="lazy">
        <div>
          <h2 id="workshop-title">One workshop, four people</h2>
          <p>
            Mara Holt cuts, Tomás Ash joins, and two apprentices sand until it is right. Every piece carries the name
            of whoever finished it on its underside.
          </p>
          <p>Once a month we write a letter about wood, tools and mistakes. It sells nothing.</p>
        </div>
      </div>
    </section>
  </div>`;

export const productView = (product: Product, isShown: boolean) => {
  const others = PRODUCTS.filter((one) => one.category === product.category && one !== product);
  return html`
  <article class="product wrap" data-view="${hrefOf(product)}" data-title="${product.name}"${hiddenUnless(isShown)}>
    <nav class="trail" aria-label="Where you are">
      <a href="/demo/shop">Shop</a> <span aria-hidden="true">/</span>
      <a href="/demo/shop#${product.category}">${NAMES[product.category]}</a>
    </nav>
    <div class="product-row">
      <img class="product-picture" src="${srcOf(product)}" alt="${product.picture}" width="600" height="600"${raw(isShown ? '' : ' loading="lazy"')}>
      <div class="product-text">
        <h1 tabindex="-1">${product.name}</h1>
        <p class="product-price">${priceOf(product)}</p>
        <p class="product-description">${product.description}</p>
        ${basketButton(product, 'Add to basket')}
        <dl class="facts">
          ${product.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
        </dl>
      </div>
    </div>
    <h2 class="more-title">More ${product.category}</h2>
    <ul class="cards cards-more">
      ${others.map(card)}
    </ul>
  </article>`;
};

export const missingView = (isShown: boolean) => html`
  <div class="missing wrap" data-view="missing" data-title="Not found"${hiddenUnless(isShown)}>
    <h1 tabindex="-1">We don't make this</h1>
    <p>Maybe we used to. Maybe the address has a knot in it.</p>
    <a class="button" href="/demo/shop">Back to the shop</a>
  </div>`;
