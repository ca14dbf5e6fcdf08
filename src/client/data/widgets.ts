// A site's widget.
import { trpc } from '#client/auth/trpc.ts';

export const useWidget = (siteId: string) => trpc.widgets.bySite.useQuery({ siteId });

/** Switches the widget on or off. The switch moves at once and moves back if the server refuses. */
export function useSwitchWidget(siteId: string) {
  const utils = trpc.useUtils();
  return trpc.widgets.update.useMutation({
    onMutate({ isActive }) {
      const before = utils.widgets.bySite.getData({ siteId });
      utils.widgets.bySite.setData(
        { siteId },
        (widget) => widget && { ...widget, isActive: isActive ?? widget.isActive },
      );
      return { before };
    },
    onSuccess: (widget) => utils.widgets.bySite.setData({ siteId }, widget),
    onError: (_error, _input, context) => utils.widgets.bySite.setData({ siteId }, context?.before),
  });
}
