// The stand-in WooCommerce shop (demo/woo.ts) over HTTP on the loopback interface, with what may go wrong on the way.
import { onTestFinished } from 'vitest';
import { makeWoo, type WooOrder } from '#demo/woo.ts';
import { type Answering, startAnswering } from './shop-server.ts';

/** @returns an order of a day in 2026 as the API has it. */
export const wooOrder = (id: number, at: string, more: object = {}): WooOrder => ({
  id,
  number: String(id),
  status: 'processing',
  currency: 'EUR',
  total: '100.00',
  date_created_gmt: at.replace(/(?:\.\d+)?Z$/, ''),
  date_paid_gmt: at.replace(/(?:\.\d+)?Z$/, ''),
  billing: { first_name: 'Ana', last_name: 'Silva', city: 'Lisbon', country: 'PT', email: `ana${id}@shop.example` },
  line_items: [{ name: `Desk ${id}`, parent_name: null, quantity: 1 }],
  ...more,
});

/**
 * @param isPlain, stripsHeader as makeWoo has them. @param delay ms until it answers.
 * @param end is given what stops it; by default it is called as the test ends.
 */
export async function startWooShop({
  isPlain = false,
  stripsHeader = false,
  delay = 0,
  end = onTestFinished as (stop: () => Promise<void>) => void,
} = {}) {
  const reach = (url: string) => ({ fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), init) });
  const shop = makeWoo({ isPlain, stripsHeader, reach });
  const answer: Answering = async ({ method = 'GET', url = '/', headers }, response, body) => {
    const { authorization } = headers;
    const given = new Request(new URL(url, 'http://shop'), {
      method,
      ...(authorization && { headers: { authorization } }),
      ...(body && { body }),
    });
    const said = await shop.answer(given);
    response.writeHead(said.status, Object.fromEntries(said.headers));
    response.end(await said.text());
  };
  const server = await startAnswering(delay > 0 ? (...all) => void setTimeout(answer, delay, ...all) : answer);
  end(server.stop);
  return { ...shop, ...server };
}
export type WooShop = Awaited<ReturnType<typeof startWooShop>>;
