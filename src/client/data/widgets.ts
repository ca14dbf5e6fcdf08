// A site's widget.
import { replaceEqualDeep } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AT_ONCE, trpc } from '#client/auth/trpc.ts';
import type { SettingsPatch, Widget } from '#shared/contract/widget.ts';

/**
 * Answers may come in another order than the one they were made in. Each change of a widget, the switch as well, raises
 * its revision.
 * @returns the newer one. What is equal in both stays the same object.
 */
export const newerWidget = (known: Widget | undefined, answer: Widget): Widget =>
  known && known.settings.revision > answer.settings.revision ? known : replaceEqualDeep(known, answer);

/** For every answer that goes into the cache. */
export const KEEP_NEWER = {
  structuralSharing: (known: unknown, answer: unknown) => newerWidget(known as Widget | undefined, answer as Widget),
};

export const useWidget = (siteId: string) => trpc.widgets.bySite.useQuery({ siteId }, KEEP_NEWER);

/**
 * @param before what the widget was before it was switched.
 * @returns the widget as it is after the switch was refused: the switch alone moves back, and not if the server has said
 * since where it stands.
 */
export const switchedBack = (known: Widget, before: Widget): Widget =>
  known.settings.revision === before.settings.revision ? { ...known, isActive: before.isActive } : known;

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
    onSuccess: (widget) => utils.widgets.bySite.setData({ siteId }, (known) => newerWidget(known, widget)),
    onError: (_error, _input, context) =>
      utils.widgets.bySite.setData(
        { siteId },
        (known) => known && (context?.before ? switchedBack(known, context.before) : known),
      ),
  });
}

export type SettingsCalls = {
  /** Saves changed settings, even if the page is closed right after. @throws what the call threw */
  save(id: string, settings: SettingsPatch): Promise<Widget>;
  /** Has the site's widget asked for anew, also if it is being asked for. */
  refresh(): void;
};

/** @returns calls that outlive the screen they were made on; the widget goes into the cache, unless a newer one is there. */
export function useSettingsCalls(siteId: string): SettingsCalls {
  const utils = trpc.useUtils();
  return useMemo(
    () => ({
      async save(id, settings) {
        const widget = await utils.client.widgets.saveSettings.mutate({ id, settings }, { context: AT_ONCE });
        utils.widgets.bySite.setData({ siteId }, (known) => newerWidget(known, widget));
        return widget;
      },
      refresh: () => void utils.widgets.bySite.invalidate({ siteId }),
    }),
    [utils, siteId],
  );
}
