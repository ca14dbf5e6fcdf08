// POST /api/embed/{siteId}/events: from a request to events, and from the domain's verdict to an answer. The content
// type is not looked at: a beacon sends text/plain so that it needs no preflight.
import type { Context } from 'hono';
import { embedEventsInput } from '#shared/contract/embed.ts';
import type { EmbedEvents } from '#shared/embed/payload.ts';
import { EVENTS_MAX_BYTES } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import type { Deps } from '../deps.ts';
import type { Counting } from '../domain/counting.ts';
import type { EmbedCache } from '../domain/embed-cache.ts';
import { makeReportEvents } from '../domain/embed-events.ts';
import { DomainError, invalid } from '../domain/errors.ts';
import { makeEventLimit } from '../domain/event-limit.ts';
import { fieldFaults } from '../trpc/errors.ts';
import { readText } from './bounded-body.ts';
import { addressBucket, makeClientAddress } from './client-address.ts';
import { OPEN, refusal } from './embed-answers.ts';
import { admit } from './embed-payload.ts';

/** @throws DomainError 'validation', naming the fields, when the text is no JSON or of another shape. */
export function parseEvents(body: string): EmbedEvents {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalid('body', 'Not valid JSON');
  }
  const result = embedEventsInput.safeParse(value);
  if (result.success) return result.data;
  throw new DomainError('validation', MESSAGES.validation, { fields: fieldFaults(result.error) });
}

/** @returns the handler. 204 means counted, but for the three exceptions of domain/embed-events.ts. */
export function makeEventsHandler(
  deps: Pick<Deps, 'config' | 'clock' | 'ids' | 'tokens' | 'bots' | 'log'>,
  cache: EmbedCache,
  counting: Counting,
): (c: Context, siteId: string) => Promise<Response> {
  const addressOf = makeClientAddress(deps);
  const reportEvents = makeReportEvents(deps, counting, makeEventLimit(deps.config.eventRateLimit));

  return async (c, siteId) => {
    try {
      const site = admit(await cache.get(siteId), c.req.header('origin'));
      const body = await readText(c, EVENTS_MAX_BYTES);
      const from = { bucket: addressBucket(addressOf(c)), userAgent: c.req.header('user-agent') };
      await reportEvents(site, from, parseEvents(body));
      return new Response(null, { status: 204, headers: OPEN });
    } catch (error) {
      return refusal(deps, error);
    }
  };
}
