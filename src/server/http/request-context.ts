// Makes a procedure's context from a request: headers only are read here, so that the body stays for the procedure.
import type { Context as HonoContext } from 'hono';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from '../domain/access.ts';
import { API_KEY_PREFIX, readApiKey } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import type { AnswerHeaders, Context } from '../trpc/context.ts';
import { addressBucket, makeClientAddress } from './client-address.ts';

/** Values that our middlewares leave for the handlers. */
export type HttpEnv = {
  Variables: { requestId: string };
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
};

export type MakeContext = (c: HonoContext<HttpEnv>, resHeaders: AnswerHeaders) => Context;

/** @returns a function that makes the context of a request; the caller is looked up on first use, once. */
export function makeContextFactory(deps: Deps): MakeContext {
  const addressOf = makeClientAddress(deps);
  return (c, resHeaders) => {
    const cookies = c.req.header('cookie') ?? '';
    let actor: Promise<Actor> | undefined;
    return {
      deps,
      actor() {
        actor ??= resolveActor(deps, c.req.header('authorization'), cookies, resHeaders);
        return actor;
      },
      visitor: { address: addressBucket(addressOf(c)), userAgent: c.req.header('user-agent') ?? null, cookies },
      resHeaders,
      requestId: c.get('requestId'),
    };
  };
}

/**
 * An Authorization header alone decides when there is one: a bad one is refused even beside a good cookie.
 * @param resHeaders gets the cookie of a session whose life was prolonged.
 * @throws unauthenticated for a bad Authorization header
 */
async function resolveActor(
  deps: Deps,
  authorization: string | undefined,
  cookies: string,
  resHeaders: AnswerHeaders,
): Promise<Actor> {
  if (authorization !== undefined) {
    const token = /^Bearer +([^ ]+)$/i.exec(authorization)?.[1];
    if (token?.startsWith(API_KEY_PREFIX)) {
      const actor = await readApiKey(deps, token);
      if (!actor) throw new DomainError('unauthenticated', MESSAGES.keyNotValid);
      return actor;
    }
    const publicId = token ? deps.tokens.readAccess(token) : null;
    const actor = publicId ? await actorOf(deps, publicId) : null;
    if (!actor) throw new DomainError('unauthenticated', MESSAGES.badCredentials);
    return actor;
  }
  if (cookies === '') return { kind: 'anonymous' };
  const found = await deps.sessions.read(cookies);
  if (!found) return { kind: 'anonymous' };
  if (found.setCookie) resHeaders.append('set-cookie', found.setCookie);
  return (await actorOf(deps, found.session.publicId)) ?? { kind: 'anonymous' };
}

async function actorOf(deps: Deps, publicId: string): Promise<Actor | null> {
  const user = await deps.hotReads.sessionByPublicId(publicId, deps.clock.now());
  if (!user) return null;
  const { userId, email, isVerified, role } = user;
  return { kind: 'user', userId, email, isVerified, role, sessionId: publicId };
}
