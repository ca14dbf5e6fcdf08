// What one notification or template has of its own: in a sentence each, and as a preview draws it. Pure.

import { changesOf, withChanges } from '#client/settings/paths.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import type { Rules } from '#shared/embed/payload.ts';
import { rulesSentence } from '#shared/embed/rules-sentence.ts';

type OwnRules = Notification['rules'];
type OwnAppearance = Notification['appearance'];

/** @returns complete rules; without conditions if it has none of its own. */
export const completeRules = (rules: OwnRules): Rules => ({
  match: rules?.match ?? 'all',
  conditions: (rules?.conditions ?? []) as Rules['conditions'],
});

/** @returns where it shows: 'Shows when the page contains “/product”'. */
export const rulesSummary = (rules: OwnRules): string =>
  rules?.conditions?.length ? rulesSentence(completeRules(rules)).replace(/\.$/, '') : 'Everywhere';

/** @returns how many settings of the widget it replaces. */
export const ownSettings = (appearance: OwnAppearance): number =>
  Object.keys(changesOf({ appearance: appearance ?? {} })).length;

/** @returns how it looks: 'Site default', '3 settings of its own'. */
export function appearanceSummary(appearance: OwnAppearance): string {
  const count = ownSettings(appearance);
  return count === 0 ? 'Site default' : `${count} ${count === 1 ? 'setting' : 'settings'} of its own`;
}

/**
 * @returns what a preview draws: the widget's look with the own settings over it. Own CSS is not drawn, because only the
 * server checks what of it may be sent.
 */
export function lookOf(widget: Widget, own: OwnAppearance) {
  const { appearance } = withChanges(widget.settings, changesOf({ appearance: own ?? {} }));
  const hasOwnCss = own?.customCSS !== undefined && own.customCSS !== '';
  return {
    appearance,
    customCSS: own?.customCSS === undefined ? widget.styleSheet.css : '',
    note: hasOwnCss ? "Its own custom CSS isn't shown here." : undefined,
  };
}
