// What anybody may send, logged in or not: little at once, and of what is refused only so much a minute. It is counted
// before any of it is read, by the address it comes from; what was no mistake counts as nothing afterwards.
import type { Context as HonoContext } from 'hono';
import { OPEN_BODY_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import type { Context } from '../trpc/context.ts';
import { readText } from './body.ts';
import { makeMinutes } from './minutes.ts';
import type { HttpEnv } from './request-context.ts';

/** A call is one, and so are a thousand characters. Of the largest bodies that is 35 a minute: a second of work at most. */
const PER_MINUTE = 600;
const PER_UNIT = 1_024;
/** What is no longer is never refused for what others behind the same address do: a login is that short. */
const SHORT = 1_024;
/** Addresses that are counted at once. */
const ADDRESSES_MAX = 10_000;

const isSafe = (method: string) => method === 'GET' || method === 'HEAD';

/** @returns what makes a request's Context.admit. @param address as limits count it. */
export function makeOpenCalls({ clock, limiter }: Pick<Deps, 'clock' | 'limiter'>) {
  const minuteOf = makeMinutes(ADDRESSES_MAX);
  return (c: HonoContext<HttpEnv>, address: string): Context['admit'] => {
    // Pages of other sites, which make their visitors' browsers send things, have a limit of their own.
    const key = c.req.header('sec-fetch-site') === 'cross-site' ? `cross-site ${address}` : address;
    let isFirst = true;
    return async () => {
      const body = isSafe(c.req.method) ? 0 : (await readText(c)).length;
      const length = body + c.req.url.length;
      const cost = 1 + (isFirst ? Math.floor(length / PER_UNIT) : 0);
      isFirst = false;
      const now = clock.now();
      const minute = minuteOf(key, now);
      if (limiter.isOn && length > SHORT && minute.count + cost > PER_MINUTE) {
        const retryAfter = Math.ceil((minute.since + MINUTE - now) / SECOND);
        throw new DomainError('rate-limited', MESSAGES.tooManyCalls, { retryAfter });
      }
      minute.count += cost;
      if (body > OPEN_BODY_MAX)
        throw new DomainError('too-large', `The request body is longer than ${OPEN_BODY_MAX} characters`);
      return () => {
        minute.count -= cost;
      };
    };
  };
}
