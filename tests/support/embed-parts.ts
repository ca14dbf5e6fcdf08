// The embed path on a database, with real adapters and nothing else of the server: for tests, and for the process that some kill.
import { Hono } from 'hono';
import type pino from 'pino';
import { bots } from '#server/adapters/bots.ts';
import { makeIds } from '#server/adapters/clock-ids.ts';
import { isOffensive } from '#server/adapters/offensive-words.ts';
import { makeProofs } from '#server/adapters/proofs.ts';
import { readStyleSheet } from '#server/adapters/style-sheets.ts';
import { toPlain } from '#server/adapters/texts.ts';
import { deriveKey, makeTokens } from '#server/adapters/tokens.ts';
import { makeTallyWriter } from '#server/db/counting/tally-writer.ts';
import { prepareHotReads } from '#server/db/hot-reads.ts';
import type { Database } from '#server/db/open.ts';
import type { Clock, Texts } from '#server/domain/ports.ts';
import { makeEmbed } from '#server/embed/embed.ts';
import { EMBED_ROUTES, EMBED_ROWS, type EmbedDeps } from '#server/embed/routes.ts';
import { mountPlainRows, mountRoutes } from '#server/http/plain-routes.ts';
import type { HttpEnv } from '#server/http/request-context.ts';
import { isRegistrable } from '#shared/registrable.ts';

/** What makes texts and style sheets harmless. */
export const TEXTS: Texts = { toPlain, isOffensive, readStyleSheet: async (css) => readStyleSheet(css) };

/** @param secret of its tokens and proofs. */
export function mountEmbed(
  database: Database,
  { secret, clock, log, ...given }: { secret: string; clock: Clock; log: pino.Logger; config: object },
) {
  const config = { trustProxy: 0, widgetFolder: '/nowhere', ...given.config } as EmbedDeps['config'];
  const tokens = makeTokens(secret, clock);
  const shared = { bots, clock, config, log, texts: TEXTS, tokens };
  const hotReads = prepareHotReads(database);
  const writeTallies = makeTallyWriter(database);
  const embed = makeEmbed({ ...shared, database, hotReads, isRegistrable, writeTallies });
  const proofs = makeProofs(deriveKey(secret, 'proof'));
  const deps: EmbedDeps = { ...shared, db: database.db, embed, ids: makeIds(clock), proofs };
  const app = new Hono<HttpEnv>();
  mountPlainRows(app, deps, EMBED_ROWS);
  mountRoutes(app, deps, EMBED_ROUTES);
  return { app, embed, tokens };
}
