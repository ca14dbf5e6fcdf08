// Starts the client: the browser's effects, the API layer, the routes, one React root. A prerendered page is hydrated, once
// its screen's code is there and it is known who is there.
import './fonts/fonts.css';
import './app.css';
import './print.css';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { hasSsoToken } from './app/sso-gate.tsx';
import { localStore, openBrowser } from './auth/browser.ts';
import { createApi } from './auth/create-api.ts';
import { readPageData, seedAnswers, seedQueries, takeFirstData } from './data/page-data.ts';
import { prefetchSites } from './data/prefetch.ts';
import { noticeLostSites } from './data/sites.ts';
import { createKeptDrafts } from './form/kept-drafts.tsx';
import { Providers } from './providers.tsx';
import { announceFailed, announceHydrated, hasQuery, LOGGED_IN_KEY } from './public/start/hydrated.ts';
import { loadScreen, routes } from './routes.tsx';
import { watchPresses } from './ui/after-press.ts';

/** How long (ms) a prerendered page waits to know who is there, lest its header change twice. */
const SESSION_WAIT = 3_000;

const api = createApi(openBrowser());
const drafts = createKeptDrafts(api.session);
prefetchSites(api);
noticeLostSites(api);
watchPresses();
// Whoever is logged in gets their own header on public pages without a touch (public/start/start.ts).
api.session.subscribe(() => {
  const { status } = api.session.state();
  if (status === 'in') localStore.write(LOGGED_IN_KEY, '1');
  else if (status === 'out') localStore.remove(LOGGED_IN_KEY);
});
const firstData = takeFirstData(document);
if (firstData) seedAnswers(api.queryClient, firstData.answers);
const sessionKnown = api.session.start(firstData?.user);

const root = document.getElementById('root');
const pageData = readPageData(document);
if (root && pageData) takeOver(root, pageData).catch(announceFailed);
else if (root) createRoot(root).render(<App />);

async function takeOver(container: HTMLElement, data: NonNullable<typeof pageData>): Promise<void> {
  const { pathname, search } = window.location;
  seedQueries(api.queryClient, data);
  await Promise.all([
    loadScreen(pathname),
    preloadDocuments(container.dataset.documents),
    Promise.race([sessionKnown, new Promise((resolve) => setTimeout(resolve, SESSION_WAIT))]),
  ]);
  const app = (
    <Announced>
      <App />
    </Announced>
  );
  // So does a token, and the address of the not-found page, which may be anything.
  if (hasQuery(search) || hasSsoToken || !('hydrate' in container.dataset)) createRoot(container).render(app);
  else hydrateRoot(container, app);
}

/** Loads the documents in a page, if any: most that is shown needs none, nor to know which there are. */
async function preloadDocuments(names: string | undefined): Promise<void> {
  if (!names) return;
  const documents = await import('./content/documents.ts');
  await documents.preloadDocuments(names.split(' '));
}

function App() {
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <Providers api={api} drafts={drafts}>
      <RouterProvider router={router} />
    </Providers>
  );
}

/** Tells the page's first script that React has taken over. */
function Announced({ children }: { children: ReactNode }) {
  useEffect(announceHydrated, []);
  return children;
}
