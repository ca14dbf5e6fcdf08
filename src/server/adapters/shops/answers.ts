// Answers of shops, read no further than they can be trusted: whatever is behind an address may answer anything.
import { parseBody } from '#shared/lossless-json.ts';
import { ShopError } from '../../domain/events/shop.ts';
import type { ShopAnswer } from './client.ts';

/** Of an answer, or of what was typed. */
export const hostOf = (url: string): string => new URL(url).host;

/** @returns the JSON of a good answer. @throws ShopError */
export function jsonOf(answer: ShopAnswer): unknown {
  const { status, text, url } = answer;
  if (status === 401 || status === 403)
    throw new ShopError('denied', `${hostOf(url)} doesn't accept the keys, or no longer. Connect it again`);
  if (status < 200 || status >= 300) throw new ShopError('refused', `${hostOf(url)} answered ${status}`);
  const body = parseBody(text);
  if (body === undefined) throw new ShopError('garbage', `${hostOf(url)} answered something else than JSON`);
  return body;
}

/** @returns the list that a good answer is. @throws ShopError */
export function listOf(answer: ShopAnswer): unknown[] {
  const body = jsonOf(answer);
  if (!Array.isArray(body)) throw new ShopError('garbage', `${hostOf(answer.url)} answered something else than a list`);
  return body;
}
