// What the compact form of a payload leaves out, because the widget does it by itself; read-payload.ts fills it in. Pure.
import { WIDGET_BEHAVIOR } from './defaults.ts';
import type { CompactNotification, CompactPayload, EmbedNotification, WidgetBehavior } from './payload.ts';

/** The table of both sides, and what means the same to the widget as no value. */
const USUAL = {
  timing: WIDGET_BEHAVIOR.timing,
  interaction: { ...WIDGET_BEHAVIOR.interaction, openInNewTab: false },
  visibility: WIDGET_BEHAVIOR.visibility,
  queue: { order: 'newest', loop: false, perPage: 0, perVisit: 0 },
  language: 'auto',
} as const;

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** @returns the keys of `usual` whose values differ in `own`, at any depth; undefined if none does. */
function changesOf(own: Tree, usual: Tree): Tree | undefined {
  const changed = Object.entries(usual).flatMap(([name, before]) => {
    // In the built widget's own table, 1 stands for true.
    const value = typeof before === 'boolean' ? Boolean(own[name] ?? before) : (own[name] ?? before);
    const change = isTree(value) && isTree(before) ? changesOf(value, before) : value === before ? undefined : value;
    return change === undefined ? [] : [[name, change] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** @returns what a payload says of a behavior; undefined if the widget does all of it by itself. */
export const behaviorChanges = (behavior: WidgetBehavior): CompactPayload['widget']['behavior'] =>
  changesOf(behavior, USUAL);

/** @returns the same moment, without thousandths that are zero. */
const shortDate = (iso: string) => iso.replace('.000Z', 'Z');

/** @param style what differs from widget/style.css, when the notification has its own appearance. */
export function compactNotification(
  { type, proof: _derived, rules, style: _full, timestamp, startsAt, endsAt, from, ...rest }: EmbedNotification,
  style: string | undefined,
): CompactNotification {
  return {
    ...rest,
    ...(type !== 'purchase' && { type }),
    ...(timestamp !== undefined && { timestamp: shortDate(timestamp) }),
    ...(startsAt !== undefined && { startsAt: shortDate(startsAt) }),
    ...(endsAt !== undefined && { endsAt: shortDate(endsAt) }),
    ...(from !== undefined && { from }),
    ...(rules && rules.conditions.length > 0 && { rules }),
    ...(style !== undefined && { style }),
  };
}
