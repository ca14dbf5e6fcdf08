// The calls of the keys, and what this installation calls itself.
import { trpc } from '#client/api/trpc.ts';
import type { ApiKey } from '#shared/contract/api-key.ts';

/** Asked anew each time: when a key was last used changes without us. */
export const useApiKeys = () => trpc.apiKeys.list.useQuery(undefined, { staleTime: 0 });

/** Makes a key. Its text is in the answer only, and kept in no cache. */
export function useCreateApiKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.create.useMutation({
    gcTime: 0,
    onSuccess({ key: _key, ...made }) {
      utils.apiKeys.list.setData(undefined, (keys: ApiKey[] | undefined) => [made, ...(keys ?? [])]);
    },
  });
}

export function useRevokeApiKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.revoke.useMutation({ onSettled: () => utils.apiKeys.list.invalidate() });
}

/** The address that scripts call. */
export const useInstallation = () => trpc.meta.info.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
