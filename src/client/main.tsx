// Starts the client: the browser's effects, the API layer, the routes, one React root.
import '@fontsource-variable/inter/opsz.css';
import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { openBrowser } from './auth/browser.ts';
import { type Api, createApi } from './auth/create-api.ts';
import { AuthRecoveryProvider, ConfirmationProvider, SessionProvider } from './auth/session-context.tsx';
import { trpc } from './auth/trpc.ts';
import { prefetchSites } from './data/prefetch.ts';
import { noticeLostSites } from './data/sites.ts';
import { createKeptDrafts, type KeptDrafts, KeptDraftsProvider } from './form/kept-drafts.tsx';
import { routes } from './routes.tsx';

const api = createApi(openBrowser());
const drafts = createKeptDrafts(api.session);
prefetchSites(api);
noticeLostSites(api);
void api.session.start();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App api={api} drafts={drafts} routes={routes} />
    </StrictMode>,
  );
}

function App({ api, drafts, routes }: { api: Api; drafts: KeptDrafts; routes: RouteObject[] }) {
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <trpc.Provider client={api.client} queryClient={api.queryClient}>
      <QueryClientProvider client={api.queryClient}>
        <SessionProvider session={api.session}>
          <ConfirmationProvider confirmation={api.confirmation}>
            <AuthRecoveryProvider recovery={api.recovery}>
              <KeptDraftsProvider drafts={drafts}>
                <RouterProvider router={router} />
              </KeptDraftsProvider>
            </AuthRecoveryProvider>
          </ConfirmationProvider>
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
