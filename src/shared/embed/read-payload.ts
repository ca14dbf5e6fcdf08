// Parses a payload from the network or a cache. Pure.
import { type EmbedNotification, type EmbedPayload, PAYLOAD_VERSION } from './payload.ts';

/** @returns whether every field shown as text is text and not blank. */
const isShowable = ({ id, message, title, code }: EmbedNotification): boolean =>
  [id, message, title || message, code || message].every((text) => text?.trim?.());

/**
 * @returns whether it came from styleOf(), whose output always starts with the region; without that rule, a
 * notification would have no fixed place.
 */
export const isStyle = (style: unknown): style is string => /^\.region/.test(style as string);

/**
 * Checks only what would otherwise be shown unreadably. Every payload of this version has complete settings (the server
 * applies the defaults); code that misses one anyway fails silently.
 * @returns the payload with the notifications that can be shown, or null if `text` is not a payload of this version.
 */
export function readPayload(text: string): EmbedPayload | null {
  try {
    const payload = JSON.parse(text) as EmbedPayload;
    const { v, token, widget, notifications } = payload;
    if (v !== PAYLOAD_VERSION || !token || !isStyle(widget.style)) return null;
    return {
      ...payload,
      notifications: notifications.filter((notification) => notification && isShowable(notification)),
    };
  } catch {
    return null;
  }
}
