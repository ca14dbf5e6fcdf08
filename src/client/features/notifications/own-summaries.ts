// What one notification or template has of its own: in a sentence each, and as a preview draws it. Pure.
import { changesOf, withChanges } from '#client/settings/paths.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { requirementOf } from '#shared/embed/describe-condition.ts';
import type { Rules } from '#shared/embed/payload.ts';

type OwnRules = Notification['rules'];
type OwnAppearance = Notification['appearance'];

type OneOf = Rules['conditions'][number];

function inWords(condition: OneOf): string {
  if (condition.type !== 'group') return requirementOf(condition);
  const joined = condition.conditions.map(inWords).join(condition.match === 'any' ? ' or ' : ' and ');
  return condition.conditions.length > 1 ? `(${joined})` : joined;
}

/** @returns where it shows: 'Shows only when the page contains “/product”, and time on page is at least 20 s'. */
export function rulesSummary(rules: OwnRules): string {
  if (!rules?.conditions?.length) return 'Shows wherever the widget shows';
  const joint = rules.match === 'any' ? ', or ' : ', and ';
  return `Shows only when ${rules.conditions.map((condition) => inWords(condition as OneOf)).join(joint)}`;
}

/** @returns how many settings of the widget it replaces. */
export const ownSettings = (appearance: OwnAppearance): number =>
  Object.keys(changesOf({ appearance: appearance ?? {} })).length;

/** @returns how it looks: 'Looks like the widget', '3 settings of its own'. */
export function appearanceSummary(appearance: OwnAppearance): string {
  const count = ownSettings(appearance);
  return count === 0 ? 'Looks like the widget' : `${count} ${count === 1 ? 'setting' : 'settings'} of its own`;
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
    note: hasOwnCss ? "Its own custom CSS isn't shown here." : 'Live preview.',
  };
}
