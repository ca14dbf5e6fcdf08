// Reads a payload that came over the network or out of a cache. Pure.
import { type EmbedNotification, type EmbedPayload, PAYLOAD_VERSION } from './payload.ts';

/** @returns whether what would be shown as text is text, and not blank. */
const isShowable = ({ id, message, title, code }: EmbedNotification): boolean =>
  [id, message, title || message, code || message].every((text) => text?.trim?.());

/** @returns whether it is one of styleOf(), which all begin with the region: without it a notification would stand anywhere. */
export const isStyle = (style: unknown): style is string => /^\.region/.test(style as string);

/**
 * Looks at what would be shown although it cannot be read. Settings are complete in every payload of this version (the
 * server lays the defaults under them); where one is missing all the same, whoever needs it fails, in silence.
 * @returns the payload with the notifications that can be shown, or null when `text` is no payload of this version.
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
