// Makes a procedure's context from a request's headers. Leaves the body to the procedure.
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from '../domain/access.ts';
import { API_KEY_PREFIX, readApiKey } from '../domain/account/api-keys.ts';
import { DomainError } from '../domain/errors.ts';
import type { Context } from '../trpc/context.ts';
import { addressBucket, isFromThisMachine, makeClientAddress, mayBeLocal } from './client-address.ts';
import { makeOpenCalls } from './open-calls.ts';
import { type CookieName, readCookie, writeCookie } from './session-cookie.ts';

/** Hono's environment: the request id, and Node's own request behind Hono's. */
export type HttpEnv = { Variables: RequestIdVariables; Bindings: HttpBindings };

/** Response headers, append-only. */
export type ResponseHeaders = Pick<Headers, 'append'>;

export type MakeContext = (c: HonoContext<HttpEnv>, resHeaders: ResponseHeaders) => Context;

/** @returns a function that makes a request's context, which looks the caller up once, on first use. */
export function makeContextFactory(deps: Deps): MakeContext {
  const addressOf = makeClientAddress(deps);
  const openCalls = makeOpenCalls(deps);
  return (c, resHeaders) => {
    const address = addressBucket(addressOf(c));
    const sessionId = readCookie(c, deps.config, 'proofbell_session');
    // Append, because setting a second cookie would discard the first.
    const setCookie = (name: CookieName, value: string | null) =>
      resHeaders.append('set-cookie', writeCookie(deps.config, name, value));
    const setSession = (id: string | null) => setCookie('proofbell_session', id);
    let resolved: Promise<Actor> | undefined;
    const actor = () => {
      resolved ??= resolveActor(deps, c.req.header('authorization'), sessionId, setSession);
      return resolved;
    };
    return {
      deps,
      actor,
      admit: openCalls(c, address, actor),
      client: {
        address,
        userAgent: c.req.header('user-agent') ?? null,
        sessionId,
        registrationId: readCookie(c, deps.config, 'proofbell_registration'),
        marks: readCookie(c, deps.config, 'proofbell_known'),
        isLocal: () => isFromThisMachine(c.req.raw.headers, getConnInfo(c).remote.address, deps.config.trustProxy),
        mayBeLocal: () => mayBeLocal(c.req.raw.headers, getConnInfo(c).remote.address, deps.config.trustProxy),
      },
      setSession,
      setRegistration: (id) => setCookie('proofbell_registration', id),
      setMarks(marks) {
        if (marks !== null) setCookie('proofbell_known', marks);
      },
      requestId: c.get('requestId'),
    };
  };
}

/**
 * An Authorization header takes precedence: a bad one is refused even next to a good cookie.
 * @param setSession called with the id of a session that was extended.
 * @throws unauthenticated for a bad Authorization header
 */
async function resolveActor(
  deps: Deps,
  authorization: string | undefined,
  sessionId: string | null,
  setSession: Context['setSession'],
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
  if (sessionId === null) return { kind: 'anonymous' };
  const found = await deps.sessions.read(sessionId);
  if (!found) return { kind: 'anonymous' };
  if (found.isFresh) setSession(sessionId);
  return (await actorOf(deps, found.session.publicId)) ?? { kind: 'anonymous' };
}

async function actorOf(deps: Deps, publicId: string): Promise<Actor | null> {
  const user = await deps.hotReads.sessionByPublicId(publicId, deps.clock.now());
  return user ? { kind: 'user', ...user, sessionId: publicId } : null;
}
