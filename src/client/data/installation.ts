// Facts about this installation: its address, the snippet's builds, measured sizes, whether it sends email.
import { trpc } from '#client/auth/trpc.ts';

/** Asked for once: nothing of it changes while the server runs. */
export const useInstallation = () => trpc.meta.info.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
