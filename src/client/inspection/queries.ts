// The signed link to an owner's own page.
import { trpc } from '#client/api/trpc.ts';

export const useInspectionLink = () => trpc.sites.inspectionLink.useMutation();
