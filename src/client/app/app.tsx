// The providers around the route table.
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Api } from '../api/create-api.ts';
import { DoorProvider } from '../api/door-context.tsx';
import { SessionProvider } from '../api/session-context.tsx';
import { trpc } from '../api/trpc.ts';
import { routes } from '../routes.tsx';

export function App({ api }: { api: Api }) {
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <trpc.Provider client={api.client} queryClient={api.queryClient}>
      <QueryClientProvider client={api.queryClient}>
        <SessionProvider session={api.session}>
          <DoorProvider door={api.door}>
            <RouterProvider router={router} />
          </DoorProvider>
        </SessionProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
