// What stands around every screen: the API layer, the session, what was typed when one ended. The same where pages are
// prerendered, so that a browser can hydrate them.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import type { Api } from './auth/create-api.ts';
import { AuthRecoveryProvider, ConfirmationProvider, SessionProvider } from './auth/session-context.tsx';
import { trpc } from './auth/trpc.ts';
import { type KeptDrafts, KeptDraftsProvider } from './form/kept-drafts.tsx';

type ProvidersProps = { api: Api; drafts: KeptDrafts; children: ReactNode };

export const Providers = ({ api, drafts, children }: ProvidersProps) => (
  <StrictMode>
    <trpc.Provider client={api.client} queryClient={api.queryClient}>
      <QueryClientProvider client={api.queryClient}>
        <SessionProvider session={api.session}>
          <ConfirmationProvider confirmation={api.confirmation}>
            <AuthRecoveryProvider recovery={api.recovery}>
              <KeptDraftsProvider drafts={drafts}>{children}</KeptDraftsProvider>
            </AuthRecoveryProvider>
          </ConfirmationProvider>
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>
  </StrictMode>
);
