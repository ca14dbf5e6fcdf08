// The public pages' only call: figures of the installation, which are shown only because they were measured.
import { trpc } from '#client/api/trpc.ts';

export const useInstallation = () => trpc.meta.info.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
