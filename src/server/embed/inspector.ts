// What "Why don't I see it?" fetches on an owner's page: the inspector's script, its data, and the link's draft settings.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Context } from 'hono';
import { inspectionTokenInput } from '#shared/contract/embed.ts';
import { INTERACTIONS_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../domain/errors.ts';
import { draftPayload, inspect } from '../domain/site/inspection.ts';
import { checkInput, limitBody, parseJsonObject, readText } from '../http/body.ts';
import type { HttpEnv } from '../http/request-context.ts';
import { toJson } from '../http/responses.ts';
import { makeInteractionLimit } from './address-limits.ts';
import { OPEN, refusal } from './cors.ts';
import { formOf } from './payload-forms.ts';
import { makeVariantSender, makeVariants, type Variants } from './variants.ts';

/** The script is rarely fetched, so the first request for a build compresses it, though not at top quality. */
const BROTLI_QUALITY = 9;

/**
 * @param path of the built inspector.
 * @returns the handler of GET /widget-inspector.js, which the widget loads for a signed link or for `data-debug`.
 * Browsers revalidate it each time, because inspector and widget must come from the same build.
 */
export function makeInspectorHandler(deps: Pick<Deps, 'ids' | 'log'>, path: string): (c: Context) => Promise<Response> {
  const send = makeVariantSender('text/javascript; charset=utf-8');
  let build: { mtimeMs: number; variants: Variants } | null = null;

  const read = async (): Promise<Variants> => {
    const { mtimeMs } = await stat(path);
    if (build?.mtimeMs === mtimeMs) return build.variants;
    const source = await readFile(path, 'utf8');
    const tag = createHash('sha256').update(source).digest('hex').slice(0, 12);
    const variants = await makeVariants(source, tag, BROTLI_QUALITY);
    build = { mtimeMs, variants };
    return variants;
  };

  return async (c) => {
    try {
      const variants = await read().catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
        throw new DomainError('not-found', MESSAGES.notFound);
      });
      const response = send(c, variants, 'no-cache', 'Accept-Encoding');
      response.headers.set('X-Content-Type-Options', 'nosniff');
      return response;
    } catch (error) {
      return refusal(c, deps, error);
    }
  };
}

type LinkDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'embed' | 'texts' | 'tokens' | 'ids' | 'log'>;

/**
 * Answers a minute to all valid links of one site, whatever they ask for: each reads all its notifications, and checks
 * their style sheets.
 */
const ANSWERS_PER_MINUTE = 120;

/** @throws rate-limited */
export type LinkLimit = (siteId: string, token: string) => void;

/** @returns the limit of all that links ask for together. Made-up links cost nothing, and use nothing up. */
export function makeLinkLimit({ config, clock, tokens }: Pick<Deps, 'clock' | 'config' | 'tokens'>): LinkLimit {
  const limit = makeInteractionLimit(config.interactionRateLimit === 0 ? 0 : ANSWERS_PER_MINUTE);
  return (siteId, token) => {
    const wait = tokens.readInspection(siteId, token) ? limit(siteId, 1, clock.now()) : 0;
    if (wait > 0) throw new DomainError('rate-limited', MESSAGES.tooManyCalls, { retryAfter: wait });
  };
}

/**
 * @param body undefined for an empty 200, null for 204, which no page's console reports as an error.
 * @returns an answer for whoever has the link, and nobody else: no browser or proxy keeps it.
 */
const privately = async (body: object | undefined | null): Promise<Response> =>
  new Response(body ? await toJson(body) : null, {
    status: body === null ? 204 : 200,
    headers: {
      ...OPEN,
      ...(body && { 'Content-Type': 'application/json' }),
      'Cache-Control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });

/** Of a POST, in its body, where no log records it. The content type is ignored: the widget's text/plain saves a preflight. */
const tokenInBody = async (c: Context): Promise<string> =>
  checkInput(inspectionTokenInput, parseJsonObject(await readText(c))).token;

/**
 * @param find what a link's token stands for.
 * @returns the handler of a call with the token: 204 for a link that isn't valid. It accepts any origin, not only the site's
 * domains, because a wrong domain is one of the things the inspector explains.
 */
function makeLinkHandler(
  deps: LinkDeps,
  find: (c: Context, siteId: string, token: string) => Promise<object | undefined | null>,
  tokenOf = tokenInBody,
): (c: Context, siteId: string) => Promise<Response> {
  const respond = async (c: Context, siteId: string) => {
    try {
      const token = await tokenOf(c);
      deps.embed.limitLink(siteId, token);
      return await privately(await find(c, siteId, token));
    } catch (error) {
      return refusal(c, deps, error);
    }
  };
  const limited = limitBody<HttpEnv>(INTERACTIONS_MAX_BYTES, (c, error) => refusal(c, deps, error));
  return (c, siteId) => limited(c, () => respond(c, siteId));
}

/** @returns the handler of POST /api/embed/{siteId}/inspection. */
export const makeInspectionHandler = (deps: LinkDeps) =>
  makeLinkHandler(deps, (_c, siteId, token) => inspect(deps, siteId, token));

/**
 * @returns the handler of POST /api/embed/{siteId}/draft: an empty 200 for a valid link without draft settings. A page
 * that gets some asks for nothing else, so its owner's visit is where the snippet is seen.
 */
export const makeDraftHandler = (deps: LinkDeps) =>
  makeLinkHandler(deps, async (c, siteId, token) => {
    const payload = await draftPayload(deps, siteId, token, c.req.header('origin'), formOf(c));
    if (payload) deps.embed.sightings.seen(c, siteId);
    return payload;
  });

/**
 * @returns the handler of GET /api/embed/{siteId}/inspection?token=…, by which widgets from before draft settings ask
 * whether a link is valid. Pages pin them.
 */
export const makeEarlierInspectionHandler = (deps: LinkDeps) =>
  makeLinkHandler(
    deps,
    (_c, siteId, token) => inspect(deps, siteId, token),
    async (c) => c.req.query('token') ?? '',
  );
