// POST /api/hooks/{sourceId}: where shops deliver what happened. Mounted before sessions, CSRF and the limits of other
// bodies: the signature over the raw body is the only authority here. Visitors come first: large deliveries have so much
// memory and no more, and are read one in a turn of the event loop. Small ones always get in.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { HOOK_BODY_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { takeHook } from '../domain/events/hook.ts';
import { toApiError } from '../trpc/errors.ts';
import { nextTurn } from '../turns.ts';
import { DRAIN_MAX_BYTES, drainBody, limitBody, partsOf, readBytes } from './body.ts';
import { CONSENT_ROW } from './consent.ts';
import { errorResponse, logError } from './error-response.ts';
import { type PlainRow, plainRow } from './plain-routes.ts';
import type { HttpEnv } from './request-context.ts';

/** Seconds until a sender shall try again to deliver what could not be stored. */
const RETRY = 30;
/** Bytes of large deliveries in memory at once: of all, and of one owner's sources. */
const HELD_MAX = 32 * HOOK_BODY_MAX_BYTES;
const HELD_OF_OWNER_MAX = 8 * HOOK_BODY_MAX_BYTES;
/**
 * Bytes beyond which a delivery is large. Nearly all are smaller: nothing that others send may keep those out. A large one
 * gets a turn of its own, because reading it takes as long as many visitors' answers.
 */
const LARGE = 64 * 1024;

const unavailable = () => new DomainError('unavailable', MESSAGES.unavailable, { retryAfter: RETRY });

/** @returns a function that adds to the bytes in memory of an owner's deliveries. @throws unavailable beyond the most */
function limitHeldBytes(): (ownerId: string, bytes: number) => void {
  const held = new Map<string, number>();
  let all = 0;
  return (ownerId, bytes) => {
    const own = (held.get(ownerId) ?? 0) + bytes;
    if (bytes > 0 && (all + bytes > HELD_MAX || own > HELD_OF_OWNER_MAX)) throw unavailable();
    all += bytes;
    if (own > 0) held.set(ownerId, own);
    else held.delete(ownerId);
  };
}

/** @returns a function that waits for a turn of the event loop which nobody else got from it. */
function onePerTurn(): () => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(nextTurn);
    return last;
  };
}

function makeHandler(deps: Deps): (c: HonoContext<HttpEnv>, sourceId: string) => Promise<Response> {
  const hold = limitHeldBytes();
  const ownTurn = onePerTurn();
  const refuse = (c: HonoContext<HttpEnv>, error: unknown) => errorResponse(c, deps.log, error);
  // What comes in chunks is read, and its length looked at, once it is known whose it is.
  const limit = limitBody<HttpEnv>(HOOK_BODY_MAX_BYTES, refuse, true);

  const receive = async (c: HonoContext<HttpEnv>, sourceId: string) => {
    let leave = () => {};
    const readBody = async (ownerId: string, mayProve: boolean) => {
      let held = 0;
      leave = () => hold(ownerId, -held);
      const body = await readHeld(c, mayProve, (bytes) => {
        hold(ownerId, bytes);
        held += bytes;
      });
      if (body && body.length > LARGE) await ownTurn();
      return body;
    };
    try {
      const answer = await takeHook(deps, sourceId, { field: (name) => c.req.header(name), readBody });
      return c.json({ received: true, ...answer });
    } catch (error) {
      const { isInternal, body } = toApiError(error, '');
      // Whatever went wrong here, the sender still has it: most shops deliver again after a 503.
      if (isInternal || body.code === 'unavailable') deps.hookFailures.note(sourceId);
      if (!isInternal) return refuse(c, error);
      logError(deps.log, error, c.get('requestId') ?? '');
      return refuse(c, unavailable());
    } finally {
      leave();
    }
  };
  return (c, sourceId) => {
    c.header('cache-control', 'no-store');
    return limit(c, () => receive(c, sourceId));
  };
}

/**
 * Counts the received bytes of a large body, never the declared ones, which would cost a silent sender nothing.
 * @param mayProve whether its headers can prove who sent it: without, no large body is held.
 * @param hold counts bytes, and throws when there is no room for them.
 * @returns the body as it came; null for a large one that can't prove anything.
 */
async function readHeld(c: HonoContext, mayProve: boolean, hold: (bytes: number) => void): Promise<Uint8Array | null> {
  if (Number(c.req.header('content-length') ?? Number.NaN) <= LARGE) return readBytes(c);
  const { body } = c.req.raw;
  const parts: Uint8Array[] = [];
  let [bytes, held] = [0, 0];
  // So that a client that is still sending sees why it is refused.
  const drain = async () => {
    if (body) await drainBody(body, DRAIN_MAX_BYTES).catch(() => {});
  };
  try {
    for await (const part of partsOf(c, HOOK_BODY_MAX_BYTES)) {
      parts.push(part);
      bytes += part.length;
      if (bytes <= LARGE) continue;
      if (!mayProve) {
        parts.length = 0;
        break;
      }
      hold(bytes - held);
      held = bytes;
    }
  } catch (error) {
    parts.length = 0;
    await drain();
    throw error;
  }
  if (mayProve || bytes <= LARGE) return Buffer.concat(parts);
  await drain();
  return null;
}

export const HOOK_ROWS: readonly PlainRow[] = [
  CONSENT_ROW,
  plainRow({
    method: 'POST',
    path: '/hooks/{sourceId}',
    summary: "For shops: takes what happened there, signed with the source's secret",
    request: z.looseObject({}),
    response: z.object({ received: z.literal(true), events: z.number().int(), problem: z.string().optional() }),
    handler: (deps: Deps) => {
      const answer = makeHandler(deps);
      return (c) => answer(c, c.req.param('sourceId'));
    },
  }),
];
