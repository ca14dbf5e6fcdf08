// Limits public calls: the size of one call, and refused calls per address and minute. A call is counted
// before any of it is parsed; one that isn't refused for its input is then taken off again.
import type { Context as HonoContext } from 'hono';
import { OPEN_BODY_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import type { Context } from '../trpc/context.ts';
import { readText } from './body.ts';
import { makeMinutes } from './minutes.ts';
import type { HttpEnv, MakeContext } from './request-context.ts';
import { collectHeaders } from './responses.ts';

/** A call costs 1, and each KiB of it another. Of the largest bodies that is 35 a minute: a second of work at most. */
const PER_MINUTE = 600;
const PER_UNIT = 1_024;
/** A single call that is no longer is refused only after so much more: a registration or a reset is that short. */
const SHORT = 1_024;
const SHORT_PER_MINUTE = 3_600;
/**
 * What logging in takes, up to its length, is never refused for what others behind the same address do. Refused for its
 * input it costs no more than with a wrong password.
 */
const LOGGING_IN: Record<string, number> = { 'auth.login': 1_024, 'auth.token': 1_024, 'auth.sso': 10_240 };
/** What the app asks first, in one batch, whoever comes. */
const AT_START: Record<string, number> = { 'auth.session': 2_048, 'billing.offer': 2_048, 'meta.info': 2_048 };
/** Addresses that are counted at once. */
const ADDRESSES_MAX = 10_000;

const isSafe = (method: string) => method === 'GET' || method === 'HEAD';

/** @returns how much its address may have been refused in this minute for a call not to be. */
function limitOf(path: string, length: number, isBatch: boolean): number {
  const free = AT_START[path] ?? (isBatch ? 0 : (LOGGING_IN[path] ?? 0));
  if (length <= free) return Number.POSITIVE_INFINITY;
  return !isBatch && length <= SHORT ? SHORT_PER_MINUTE : PER_MINUTE;
}

/** @returns what makes a request's Context.admit. @param address as limits count it. */
export function makeOpenCalls({ clock, limiter }: Pick<Deps, 'clock' | 'limiter'>) {
  const minuteOf = makeMinutes(ADDRESSES_MAX);
  return (c: HonoContext<HttpEnv>, address: string, actor: Context['actor']): Context['admit'] => {
    // Pages of other sites, which make their visitors' browsers send things, have a limit of their own.
    const key = c.req.header('sec-fetch-site') === 'cross-site' ? `cross-site ${address}` : address;
    const isBatch = c.req.query('batch') !== undefined;
    let isFirst = true;
    return async (path) => {
      const body = isSafe(c.req.method) ? 0 : (await readText(c)).length;
      const length = body + c.req.url.length;
      const cost = 1 + (isFirst ? Math.floor(length / PER_UNIT) : 0);
      isFirst = false;
      const now = clock.now();
      let minute = minuteOf(key, now);
      if (limiter.isOn && minute.count + cost > limitOf(path, length, isBatch)) {
        // Whoever is logged in has a minute of their own.
        const caller = await actor().catch(() => null);
        if (caller && 'userId' in caller) minute = minuteOf(`user ${caller.userId}`, now);
        if (minute.count + cost > PER_MINUTE) {
          const retryAfter = Math.ceil((minute.since + MINUTE - now) / SECOND);
          throw new DomainError('rate-limited', MESSAGES.tooManyCalls, { retryAfter });
        }
      }
      const counted = minute;
      counted.count += cost;
      if (body > OPEN_BODY_MAX)
        throw new DomainError('too-large', `The request body is longer than ${OPEN_BODY_MAX} characters`);
      return () => {
        counted.count -= cost;
      };
    };
  };
}

/** Counts the form of a page that anybody may send in the same way. @param answer 400 to what is refused for its input */
export async function countRefused(
  c: HonoContext<HttpEnv>,
  makeContext: MakeContext,
  answer: (c: HonoContext<HttpEnv>) => Promise<Response>,
  refuse: (c: HonoContext<HttpEnv>, error: unknown) => Response | Promise<Response>,
): Promise<Response> {
  try {
    const uncount = await makeContext(c, collectHeaders()).admit(c.req.path);
    const response = await answer(c).catch((error: unknown) => refuse(c, error));
    if (response.status !== 400) uncount();
    return response;
  } catch (error) {
    return refuse(c, error);
  }
}
