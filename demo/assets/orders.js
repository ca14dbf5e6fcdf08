// The shop's checkout in the browser: places orders, refunds them, and lists those that were placed here.

const KEY = 'holt-and-ash-orders';
/** Orders that are remembered. */
const KEPT = 5;
/** Milliseconds: how often, and for how long, a change is looked for in what visitors get. */
const LOOK = 400;
const LOOK_FOR = 15_000;

const one = (selector, from = document) => from.querySelector(selector);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const form = one('[data-checkout]');
const list = one('[data-order-list]');
const tag = one('script[src$="/widget.js"]');

/**
 * What the next visitor gets, also for the widget of this page: browsers keep a payload for half a minute, which is soon
 * enough for visitors, and long for somebody who has just pressed a button. Null without an answer.
 */
async function loadNotifications() {
  try {
    const { href } = new URL(`api/embed/${tag.dataset.siteId}`, tag.src);
    // At the address at which the widget asks for it, because browsers keep each by itself.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const asked = loaded.find((name) => name.startsWith(`${href}?`)) ?? href;
    const answer = await fetch(asked, { cache: 'reload', credentials: 'omit' });
    return (await answer.json()).notifications ?? null;
  } catch {
    return null;
  }
}

/** @returns what `find` finds in the notifications; undefined when it finds nothing in time. */
async function lookFor(find) {
  const end = Date.now() + LOOK_FOR;
  for (;;) {
    const notifications = await loadNotifications();
    const found = notifications && find(notifications);
    if (found || Date.now() > end) return found;
    await pause(LOOK);
  }
}

/** Starts the widget anew, as for the next visitor. */
function restartWidget() {
  window.Proofbell?.destroy();
  const again = document.createElement('script');
  again.src = tag.src;
  again.dataset.siteId = tag.dataset.siteId;
  const isReady = new Promise((resolve) => {
    again.onload = resolve;
  });
  document.head.append(again);
  isReady.then(() => again.remove());
  return isReady;
}

async function post(path, body) {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    return { errors: [{ field: 'order', message: "The shop can't be reached. Is the demo still running?" }] };
  }
}

function readOrders() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((order) => typeof order?.id === 'string') : [];
  } catch {
    return [];
  }
}

function writeWebhook({ path, headers, body, status, ms }) {
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const answer = status === null ? 'No answer' : `Answered ${status} after ${ms} ms`;
  return [`POST ${path}`, ...named, '', JSON.stringify(JSON.parse(body), null, 2), '', answer].join('\n');
}

/** What the page says of an answer to a delivery; null when it was taken. */
const troubleWith = ({ status }) => {
  if (status === 200) return null;
  return status === null ? "Proofbell didn't answer." : `Proofbell answered ${status}.`;
};

/** @param shop its basket, and how it says something to whoever can't see it. */
export function startOrders({ dialog, goods, lines, empty, say }) {
  let orders = readOrders();

  const save = () => {
    orders = orders.slice(0, KEPT);
    try {
      localStorage.setItem(KEY, JSON.stringify(orders));
    } catch {
      // Storage can be blocked; then the list lasts as long as the page.
    }
    draw();
  };
  const tell = (order, state) => {
    order.state = state;
    save();
    say(`${order.number}: ${state}`);
  };

  const makeOrder = (order) => {
    const item = one('[data-order]').content.cloneNode(true);
    one('[data-order-number]', item).textContent = order.number;
    one('[data-order-lines]', item).textContent = order.what;
    one('[data-order-state]', item).textContent = order.state;
    one('[data-order-webhook]', item).textContent = order.webhook;
    const refundButton = one('[data-order-refund]', item);
    refundButton.hidden = order.isOver === true;
    refundButton.setAttribute('aria-label', `Refund ${order.number}`);
    refundButton.addEventListener('click', () => refund(order, refundButton));
    const look = one('[data-order-look]', item);
    look.hidden = !order.notificationId;
    look.addEventListener('click', async () => {
      dialog.close();
      await restartWidget();
      window.Proofbell?.show(order.notificationId);
    });
    one('li', item).dataset.id = order.id;
    return item;
  };
  const draw = () => {
    list.replaceChildren(...orders.map(makeOrder));
    one('[data-orders]').hidden = orders.length === 0;
  };

  const showErrors = (errors) => {
    const fields = [...form.querySelectorAll('[data-wrong]')];
    for (const field of fields) {
      field.hidden = true;
      form.elements.namedItem(field.dataset.wrong)?.removeAttribute('aria-invalid');
    }
    for (const { field: name, message } of errors) {
      const place = fields.find(({ dataset }) => dataset.wrong === name) ?? one('[data-wrong="order"]', form);
      place.textContent = message;
      place.hidden = false;
      form.elements.namedItem(name)?.setAttribute('aria-invalid', 'true');
    }
    const [first] = errors;
    if (first) (form.elements.namedItem(first.field) ?? one('button', form)).focus();
  };

  async function place() {
    const bought = lines();
    const before = new Set((await loadNotifications())?.map(({ id }) => id));
    const {
      errors = [],
      id,
      number,
      webhook,
    } = await post('/demo/orders', {
      ...Object.fromEntries(new FormData(form)),
      lines: bought,
      // So that the order counts for those who could see notifications, or for those who couldn't.
      arm: window.Proofbell?.arm?.() ?? '',
    });
    showErrors(errors);
    if (errors.length > 0) return;
    const what = bought.map(({ slug, amount }) => `${amount} × ${goods.get(slug).name}`).join(', ');
    const order = { id, number, what, webhook: writeWebhook(webhook), state: '' };
    orders.unshift(order);
    empty();
    const trouble = troubleWith(webhook);
    if (trouble) return tell(order, `${trouble} The order stands, but visitors don't see it.`);
    tell(order, 'Proofbell has it, and visitors will see it in a moment.');
    const product = `/demo/shop/${bought[0].slug}`;
    const shown = await lookFor((all) => all.find((each) => !before.has(each.id) && each.url?.endsWith(product)));
    if (order.isOver) return;
    order.notificationId = shown?.id;
    tell(order, shown ? `Visitors read: “${shown.message}”` : "Not shown yet: the source's rules say when, and what.");
    if (shown && dialog.open) one(`[data-id="${id}"] [data-order-look]`).focus();
  }

  async function refund(order, button) {
    button.disabled = true;
    const { errors = [], webhook } = await post(`/demo/orders/${order.id}/refund`, {});
    const trouble = webhook && troubleWith(webhook);
    if (trouble) return tell(order, `${trouble} Visitors still see the order: try again.`);
    if (errors.length > 0) {
      order.isOver = errors[0].field === 'id';
      return tell(order, errors[0].message);
    }
    order.isOver = true;
    const { notificationId } = order;
    order.notificationId = undefined;
    order.webhook = writeWebhook(webhook);
    const isGone = await lookFor((all) => !all.some(({ id }) => id === notificationId));
    await restartWidget();
    tell(order, isGone ? 'Refunded, and gone for visitors.' : 'Refunded.');
    one('[data-basket-close]').focus();
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = one('button', form);
    if (button.disabled) return;
    button.disabled = true;
    await place();
    button.disabled = false;
  });
  draw();
}
