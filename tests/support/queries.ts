// Watching the queries of a database, and acting between two of them.
import type { KyselyPlugin, PluginTransformResultArgs, QueryId, RootOperationNode } from 'kysely';
import type { Db } from '#server/db/open.ts';

/**
 * @param onQuery called before each query with its tree as JSON; the function that it returns, if any, is called once the
 * query is done, and awaited.
 * @returns the same database, watched.
 */
export function watchQueries(db: Db, onQuery: (node: string) => undefined | (() => Promise<unknown>)): Db {
  const after = new WeakMap<QueryId, () => Promise<unknown>>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }): RootOperationNode {
      const done = onQuery(JSON.stringify(node));
      if (done) after.set(queryId, done);
      return node;
    },
    async transformResult({ queryId, result }: PluginTransformResultArgs) {
      await after.get(queryId)?.();
      return result;
    },
  };
  return db.withPlugin(plugin);
}
