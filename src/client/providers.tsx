// What stands around every screen: the API layer, the session, what was typed when one ended. The same where pages are
// prerendered, so that a browser can hydrate them.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import type { Api } from './auth/create-api.ts';
import { AuthContext } from './auth/session-context.tsx';
import { trpc } from './auth/trpc.ts';
import { type KeptDrafts, KeptDraftsContext } from './form/kept-drafts.tsx';

type ProvidersProps = { api: Api; drafts: KeptDrafts; children: ReactNode };

export const Providers = ({ api, drafts, children }: ProvidersProps) => (
  <StrictMode>
    <trpc.Provider client={api.client} queryClient={api.queryClient}>
      <QueryClientProvider client={api.queryClient}>
        <AuthContext value={api}>
          <KeptDraftsContext value={drafts}>{children}</KeptDraftsContext>
        </AuthContext>
      </QueryClientProvider>
    </trpc.Provider>
  </StrictMode>
);
