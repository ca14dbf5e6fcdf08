// POST /api/sites/{siteId}/sources/{sourceId}/import: a CSV file of events. Mounted before the limits of other bodies,
// because it is read as it comes; whoever calls it is checked as everywhere else.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { importSchema } from '#shared/contract/import.ts';
import { sourceRef } from '#shared/contract/source.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { IMPORT_MAX_BYTES } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import { requireVerified } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import { importFile } from '../domain/events/import-file.ts';
import { makeTurns } from '../turns.ts';
import { checkInput, DRAIN_MAX_BYTES, drainBody, encodingIssue, partsOf } from './body.ts';
import { requireCsrf } from './csrf.ts';
import { errorResponse } from './error-response.ts';
import { type PlainRow, plainRow } from './plain-routes.ts';
import { type HttpEnv, makeContextFactory } from './request-context.ts';
import { collectHeaders, jsonResponse } from './responses.ts';

const tooLarge = () =>
  new DomainError('too-large', `The file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MiB. Split it into several`);

/** Bytes that are read at once: even if each is a row, others don't wait long. */
const PART = 16 * 1024;

/** @returns the same bytes in small parts, between which others have their turn. */
async function* inTurns(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const turn = makeTurns();
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += PART) {
      await turn();
      yield part.subarray(at, at + PART);
    }
  }
}

/** @throws unsupported-type, too-large */
function checkHead(c: HonoContext<HttpEnv>): void {
  if (!/^text\/csv\s*(?:;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new DomainError('unsupported-type', EVENT_MESSAGES.csvType);
  const issue = encodingIssue(c);
  if (issue) throw issue;
  if (Number(c.req.header('content-length') ?? 0) > IMPORT_MAX_BYTES) throw tooLarge();
}

export const IMPORT_ROWS: readonly PlainRow[] = [
  plainRow({
    method: 'POST',
    path: '/sites/{siteId}/sources/{sourceId}/import',
    summary: 'Import a CSV file of events, at most 64 MiB; again adds nothing twice',
    request: z.string(),
    accepts: 'text/csv',
    isForOwners: true,
    response: z.object({ import: importSchema }),
    handler: (deps: Deps) => {
      const makeContext = makeContextFactory(deps);
      const csrf = requireCsrf(deps, () => true);
      return async (c) => {
        const collected = collectHeaders();
        const { body } = c.req.raw;
        let response: Response | undefined;
        let drained = DRAIN_MAX_BYTES;
        const take = async () => {
          try {
            const actor = requireVerified(await makeContext(c, collected).actor(), true);
            drained = IMPORT_MAX_BYTES;
            const ref = checkInput(sourceRef, { siteId: c.req.param('siteId'), sourceId: c.req.param('sourceId') });
            checkHead(c);
            const done = await importFile(deps, actor, ref, inTurns(partsOf(c, IMPORT_MAX_BYTES, tooLarge)));
            response = jsonResponse(c, 200, { import: done }, collected.entries);
          } catch (error) {
            response = errorResponse(c, deps.log, error, collected.entries);
          }
        };
        const refused = await csrf(c, take);
        // So that a client that is still sending sees why it is refused: whoever may import, whatever the file's length.
        if (body) await drainBody(body, drained).catch(() => {});
        return response ?? refused ?? c.body(null);
      };
    },
  }),
];
