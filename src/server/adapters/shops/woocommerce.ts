// WooCommerce's own API (https://woocommerce.github.io/woocommerce-rest-api-docs): the owner agrees in their shop, which
// sends us keys; with those we read orders and make the webhooks that anybody could make by hand.
import { at, idAt, textAt } from '#shared/read-json.ts';
import { type Shop, type ShopApi, ShopError, type ShopKeys } from '../../domain/events/shop.ts';
import { READERS } from '../vendors/vendors.ts';
import { hostOf, jsonOf, listOf } from './answers.ts';
import type { AskShop, ShopCall } from './client.ts';

/** What it is called in the shop: its keys, and its webhooks, by which they are told from the owner's own. */
const APP = 'Proofbell';
const HOOK = 'Proofbell (connected)';
/** What changes an order, removes one, or brings one back. */
const TOPICS = ['order.created', 'order.updated', 'order.deleted', 'order.restored'];
/** Few, because each may have hundreds of fields, and shops are slow. */
const ORDERS_A_PAGE = 25;
/** Webhooks that are looked through. A shop has a handful. */
const [HOOKS_A_PAGE, HOOK_PAGES] = [100, 10];
/** Shops without pretty addresses have their API here, and are known by an address that ends so. */
const PLAIN = '/?';

/** @param path below the API. @returns its address. */
function apiUrl(address: string, path: string, query: Record<string, string> = {}): string {
  if (!address.endsWith(PLAIN)) return `${address}/wp-json${path}?${new URLSearchParams(query)}`;
  return `${address}${new URLSearchParams({ rest_route: path, ...query })}`;
}

const V3 = '/wc/v3';
/** Namespace of the answer; of its routes, which are a megabyte, nothing. */
const INDEX = { _fields: 'namespace' };
const isIndex = (text: string) => /"namespace"\s*:\s*"wc\\?\/v3"/.test(text);

/** @returns the addresses that may be meant, the likeliest first: over https, whatever was typed. @throws ShopError */
function addressesOf(typed: string, isPrivateAllowed: boolean): string[] {
  const [scheme = ''] = /^https?:\/\//i.exec(typed) ?? [];
  const text = scheme && isPrivateAllowed ? typed : `https://${typed.slice(scheme.length)}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password)
    throw new ShopError('refused', 'This is no address of a shop. Enter one such as https://shop.example');
  const path = url.pathname
    .replace(/\/(?:wp-admin|wp-login\.php|wp-json|index\.php)(?:\/.*)?$/s, '')
    .replace(/\/$/, '');
  return [...new Set([`${url.origin}${path}`, url.origin])];
}

/** Signs a call by Basic authentication, or in the address where the shop's server takes that header away. */
function signed({ keys }: Shop, call: ShopCall): ShopCall {
  const { consumerKey = '', consumerSecret = '', by } = keys;
  if (by === 'address') {
    const url = new URL(call.url);
    url.searchParams.set('consumer_key', consumerKey);
    url.searchParams.set('consumer_secret', consumerSecret);
    return { ...call, url: url.href };
  }
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  return { ...call, headers: { ...call.headers, authorization: `Basic ${basic}` } };
}

/** @param isPrivateAllowed whether shops may be called over http, where that is typed. */
export function makeWooCommerce(ask: AskShop, isPrivateAllowed: boolean): ShopApi {
  const get = (shop: Shop, path: string, query: Record<string, string>) =>
    ask(signed(shop, { method: 'GET', url: apiUrl(shop.address, path, query) }));
  const send = async (shop: Shop, method: 'POST' | 'PUT' | 'DELETE', path: string, body: object) =>
    jsonOf(
      await ask(
        signed(shop, {
          method,
          url: apiUrl(shop.address, path, method === 'DELETE' ? { force: 'true' } : {}),
          ...(method !== 'DELETE' && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        }),
      ),
    );

  /** @returns the shop's webhooks that deliver to the address. */
  async function hooksOf(shop: Shop, url: string) {
    const all: { id: string; topic: string; name: string; isOn: boolean }[] = [];
    for (let page = 1; page <= HOOK_PAGES; page++) {
      const query = { per_page: String(HOOKS_A_PAGE), page: String(page) };
      const hooks = listOf(await get(shop, `${V3}/webhooks`, query));
      for (const hook of hooks) {
        const id = idAt(hook, 'id');
        if (id === undefined || !/^\d+$/.test(id) || textAt(hook, 'delivery_url') !== url) continue;
        const [topic = '', name = ''] = [textAt(hook, 'topic'), textAt(hook, 'name')];
        all.push({ id, topic, name, isOn: at(hook, 'status') === 'active' });
      }
      if (hooks.length < HOOKS_A_PAGE) break;
    }
    return all;
  }

  return {
    async find(typed = '') {
      const addresses = addressesOf(typed, isPrivateAllowed);
      for (const address of addresses) {
        for (const style of ['', PLAIN]) {
          const url = apiUrl(address + style, V3, INDEX);
          const answer = await ask({ method: 'GET', url, isFollowing: true });
          // Some shops say to nobody what their API has.
          const isHidden = style === '' && (answer.status === 401 || answer.status === 403);
          if (!isHidden && !(answer.status === 200 && isIndex(answer.text))) continue;
          const [found] = answer.url.split(style === '' ? '/wp-json/' : 'rest_route=');
          if (found && found !== answer.url) return found;
        }
      }
      throw new ShopError(
        'refused',
        `There is no WooCommerce at ${hostOf(addresses[0] ?? '')}. Enter the address of the shop's home page`,
      );
    },

    consentUrl(address, { state, returnUrl, callbackUrl }) {
      const query = new URLSearchParams({
        app_name: APP,
        scope: 'read_write',
        user_id: state,
        return_url: returnUrl,
        callback_url: callbackUrl,
      });
      return address.endsWith(PLAIN)
        ? `${address}wc-auth-version=1&wc-auth-route=authorize&${query}`
        : `${address}/wc-auth/v1/authorize?${query}`;
    },

    async open(shop) {
      const ways = ['header', 'address'].map((by) => ({ ...shop.keys, by }) as ShopKeys);
      for (const keys of ways) {
        const answer = await get({ ...shop, keys }, `${V3}/webhooks`, { per_page: '1' });
        if (answer.status === 401 || answer.status === 403) continue;
        listOf(answer);
        return keys;
      }
      throw new ShopError('denied', `${hostOf(shop.address)} doesn't accept the keys: they aren't of this shop`);
    },

    async deliver(shop, url, secret) {
      const there = await hooksOf(shop, url);
      let repaired = 0;
      for (const topic of TOPICS) {
        const hook = there.find((one) => one.topic === topic && one.isOn) ?? there.find((one) => one.topic === topic);
        if (!hook?.isOn) repaired++;
        const status = 'active';
        if (hook) await send(shop, 'PUT', `${V3}/webhooks/${hook.id}`, { status, secret });
        else await send(shop, 'POST', `${V3}/webhooks`, { name: HOOK, topic, delivery_url: url, secret, status });
      }
      return { repaired, secret: null };
    },

    async leave(shop, url) {
      for (const { id, name } of await hooksOf(shop, url))
        if (name === HOOK) await send(shop, 'DELETE', `${V3}/webhooks/${id}`, {});
    },

    async read(shop, { since, until, from }) {
      const page = Number(from ?? 1);
      const answer = await get(shop, `${V3}/orders`, {
        ...{ after: since, before: until, dates_are_gmt: 'true', orderby: 'date', order: 'desc' },
        ...{ per_page: String(ORDERS_A_PAGE), page: String(page) },
      });
      const orders = listOf(answer);
      const header = (name: string) => (name === 'x-wc-webhook-topic' ? 'order.updated' : undefined);
      const total = Number(answer.header('x-wp-total') ?? Number.NaN);
      return {
        readings: orders.map((body) => READERS.woocommerce({ header, body }, Date.parse(until))),
        total: Number.isSafeInteger(total) && total >= 0 ? total : null,
        next: orders.length < ORDERS_A_PAGE ? null : String(page + 1),
        rest: null,
      };
    },
  };
}
