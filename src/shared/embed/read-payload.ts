// Parses a payload of either form, from the network or a cache, and fills in what it leaves out. Pure.
import { WIDGET_BEHAVIOR } from './defaults.ts';
import type { CompactNotification, CompactPayload, LoadedPayload, WidgetBehavior } from './payload.ts';

/** @returns whether every field shown as text is text and not blank. */
const isShowable = ({ id, message, title, code, from }: CompactNotification): boolean =>
  [id, message, title || message, code || message, from || message].every((text) => text?.trim?.());

/**
 * Checks only what would otherwise be shown unreadably; code that misses anything else fails silently. The full form is
 * read, too: a browser may have kept one, and a server that was set back to an earlier version sends no other.
 * @returns the payload, complete and with the notifications that can be shown, or null if `text` is not a payload.
 */
export function readPayload(text: string): LoadedPayload | null {
  try {
    // The names that both forms have mean the same in both.
    const payload = JSON.parse(text) as CompactPayload;
    const { v, token, proof, widget, notifications } = payload;
    if (!/^[12]$/.test(v as unknown as string) || !token) return null;
    const behavior = { ...widget.behavior } as Record<string, unknown>;
    for (const [group, usual] of Object.entries(WIDGET_BEHAVIOR)) {
      behavior[group] = { ...(usual as object), ...(behavior[group] as object) };
    }
    return {
      ...payload,
      widget: { ...widget, behavior: behavior as WidgetBehavior },
      notifications: notifications
        .filter((notification) => notification && isShowable(notification))
        .map((notification) => ({
          type: 'purchase',
          ...(proof && { proof: proof + notification.id }),
          ...notification,
        })),
    };
  } catch {
    return null;
  }
}
