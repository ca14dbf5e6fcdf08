// Facts about this installation: its address, the snippet's builds, measured sizes, and whether it sends email.
import { trpc } from '#client/auth/trpc.ts';

/** Fetched once: none of it changes while the server runs. */
export const useInstallation = () => trpc.meta.info.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
