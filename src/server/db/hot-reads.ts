// The reads on hot paths, prepared once when the database opens.
import { prepareApiKeyRead } from './api-keys.ts';
import { type EmbedReads, makeEmbedReads } from './embed.ts';
import type { Database } from './open.ts';
import { prepareSessionRead } from './sessions.ts';
import { prepareAnySiteRead, prepareSiteList } from './sites.ts';
import { prepareSourceRead } from './sources.ts';

export type HotReads = {
  apiKeyByHash: ReturnType<typeof prepareApiKeyRead>;
  sessionByPublicId: ReturnType<typeof prepareSessionRead>;
  sitesOf: ReturnType<typeof prepareSiteList>;
  sourceById: ReturnType<typeof prepareSourceRead>;
  siteById: ReturnType<typeof prepareAnySiteRead>;
  embed: EmbedReads;
};

export const prepareHotReads = (database: Database): HotReads => ({
  apiKeyByHash: prepareApiKeyRead(database),
  sessionByPublicId: prepareSessionRead(database),
  sitesOf: prepareSiteList(database),
  sourceById: prepareSourceRead(database),
  siteById: prepareAnySiteRead(database),
  embed: makeEmbedReads(database),
});
