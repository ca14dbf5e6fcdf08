// The account's API keys.
import { trpc } from '#client/auth/trpc.ts';
import type { ApiKey } from '#shared/contract/api-key.ts';

/** Never cached: a key's last use changes without our doing. */
export const useApiKeys = () => trpc.apiKeys.list.useQuery(undefined, { staleTime: 0 });

/** Creates a key. Its secret is only in the response and is never cached. */
export function useCreateApiKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.create.useMutation({
    gcTime: 0,
    onSuccess({ key: _key, ...created }) {
      utils.apiKeys.list.setData(undefined, (keys: ApiKey[] | undefined) => [created, ...(keys ?? [])]);
    },
  });
}

export function useRevokeApiKey() {
  const utils = trpc.useUtils();
  return trpc.apiKeys.revoke.useMutation({ onSettled: () => utils.apiKeys.list.invalidate() });
}
