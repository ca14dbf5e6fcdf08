// Renders the public pages as HTML, at build (build/pages.ts): as anybody sees them, with placeholders for what only a
// server knows.
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Meta } from '#shared/contract/meta.ts';
import { type Condition, type ConditionValues, placeholderData } from '#shared/page-data.ts';
import type { Browser } from './auth/browser.ts';
import { createApi } from './auth/create-api.ts';
import { documents, guides, preloadDocuments, prerenderedDocuments } from './content/documents.ts';
import { posts } from './content/posts.ts';
import { seedQueries } from './data/page-data.ts';
import { createKeptDrafts } from './form/kept-drafts.tsx';
import { prerendered } from './hooks/use-title.ts';
import { Providers } from './providers.tsx';
import { loadScreen, routes } from './routes.tsx';
import { publicScreens, screens } from './screens.ts';

export type PrerenderedPage = {
  path: string;
  /** For search engines and previews of links. */
  description: string;
  varies: readonly Condition[];
  /** ISO day of a blog post. */
  date?: string;
};

/** Where the not-found page is rendered: no screen, and no site can be called so. */
export const UNKNOWN_PATH = '/index/none';

/** @returns all pages, in the order of the screens. */
export function listPages(): PrerenderedPage[] {
  return publicScreens.flatMap(({ page, path }) => {
    if (!page) return [];
    const { description, varies = [] } = page;
    if (path === screens.supportGuide.path)
      return guides.map(({ guide, summary }) => ({
        path: screens.supportGuide.href(guide),
        description: summary,
        varies,
      }));
    if (path === screens.blogPost.path)
      return posts.map(({ id, summary, date }) => ({
        path: screens.blogPost.href(id),
        description: summary,
        varies,
        date,
      }));
    const summary = documents.find(({ name }) => name === `pages${path}`)?.summary;
    return [{ path, description: description ?? summary ?? '', varies }];
  });
}

/** @returns what a feed says of each post, the newest first. */
export const listPosts = () =>
  posts.map(({ id, title, summary, date }) => ({ path: screens.blogPost.href(id), title, summary, date }));

/** @returns all screens, by their names in the table. */
export const listScreens = () =>
  Object.entries(screens).map(([name, screen]) => ({
    name,
    path: screen.path,
    isForOwners: screen.guard !== 'public',
    ...('data' in screen && screen.data && { data: screen.data }),
  }));

/** A browser that does nothing: no effect runs here. */
const NO_BROWSER: Browser = {
  send: () => Promise.reject(new Error('Nothing is fetched where pages are prerendered')),
  now: () => 0,
  wait: () => Promise.resolve(),
  randomText: (bytes) => '0'.repeat(2 * bytes),
  isOnline: () => false,
  storage: { read: () => null, write: () => false, remove() {} },
  otherTabs: { send() {}, listen() {} },
  onVisibility() {},
  announce() {},
  log() {},
  reload() {},
};

export type RenderedPage = {
  html: string;
  title: string;
  /** Names of the documents that it shows. */
  documents: string[];
};

/** @param values of the conditions under which it is rendered. @param known what the build knows. */
export async function renderPage(
  path: string,
  values: ConditionValues,
  known: Pick<Meta, 'version' | 'widget'>,
): Promise<RenderedPage> {
  await Promise.all([loadScreen(path), preloadDocuments([...documents, ...posts].map(({ name }) => name))]);
  const api = createApi(NO_BROWSER);
  // As anybody.
  api.session.end();
  seedQueries(api.queryClient, placeholderData(values, known));
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} redirects`);
  prerenderedDocuments.clear();
  const { prelude } = await prerender(
    <Providers api={api} drafts={createKeptDrafts(api.session)}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </Providers>,
    {
      onError(error) {
        throw error;
      },
    },
  );
  return { html: await new Response(prelude).text(), title: prerendered.title, documents: [...prerenderedDocuments] };
}
