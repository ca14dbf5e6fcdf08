// A site's widget.
import { useMemo } from 'react';
import { trpc, WHILE_LEAVING } from '#client/auth/trpc.ts';
import type { SettingsPatch, Widget } from '#shared/contract/widget.ts';

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

export type SettingsCalls = {
  /** Saves changed settings. @param isLeaving while the page is being closed. @throws what the call threw */
  save(id: string, settings: SettingsPatch, isLeaving: boolean): Promise<Widget>;
  /** Asks for the site's widget anew. */
  load(): Promise<Widget>;
};

/** @returns calls that outlive the screen they were made on; both put the widget into the cache. */
export function useSettingsCalls(siteId: string): SettingsCalls {
  const utils = trpc.useUtils();
  return useMemo(
    () => ({
      async save(id, settings, isLeaving) {
        const options = isLeaving ? { context: WHILE_LEAVING } : undefined;
        const widget = await utils.client.widgets.saveSettings.mutate({ id, settings }, options);
        utils.widgets.bySite.setData({ siteId }, widget);
        return widget;
      },
      load: () => utils.widgets.bySite.fetch({ siteId }, { staleTime: 0 }),
    }),
    [utils, siteId],
  );
}
