// Reads a payload that came over the network or out of a cache. Pure.
import { type EmbedPayload, PAYLOAD_VERSION } from './payload.ts';

/**
 * Looks at what the widget could stumble over before it shows anything. Settings are complete in every payload of this
 * version (the server lays the defaults under them), and what is not known is passed over where it is used.
 * @returns the payload with the notices that can be shown, or null when `text` is no payload of this version.
 */
export function readPayload(text: string): EmbedPayload | null {
  try {
    const payload = JSON.parse(text) as EmbedPayload;
    const { v, token, widget, notifications } = payload;
    if (v !== PAYLOAD_VERSION || !token || !widget.behavior.timing || !widget.appearance.layout) return null;
    return { ...payload, notifications: notifications.filter((notice) => notice?.id && notice.message) };
  } catch {
    return null;
  }
}
