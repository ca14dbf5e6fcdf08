// The reads on hot paths, prepared once when the database opens.
import { prepareApiKeyRead } from './api-keys.ts';
import { makeEmbedReads } from './embed.ts';
import { prepareImageRead } from './images.ts';
import type { Database } from './open.ts';
import { prepareSessionRead } from './sessions.ts';
import { prepareAnySiteRead, prepareSiteList } from './sites.ts';
import { prepareSourceRead } from './sources.ts';

export const prepareHotReads = (database: Database) => ({
  apiKeyByHash: prepareApiKeyRead(database),
  sessionByPublicId: prepareSessionRead(database),
  sitesOf: prepareSiteList(database),
  sourceById: prepareSourceRead(database),
  siteById: prepareAnySiteRead(database),
  imageById: prepareImageRead(database),
  embed: makeEmbedReads(database),
});
export type HotReads = ReturnType<typeof prepareHotReads>;
