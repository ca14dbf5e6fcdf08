// Reads a payload that came over the network or out of a cache: whatever this version does not understand is left out,
// and what is missing gets its default, so that an older or newer server cannot break a visitor's page.
import { DEFAULT_APPEARANCE, DEFAULT_BEHAVIOR } from './defaults.ts';
import { overlay } from './overlay.ts';
import type { Appearance, Behavior, EmbedNotification } from './payload.ts';
import { isSafeLink } from './safe-link.ts';

/** What the widget works with. */
export type ReadPayload = {
  token: string;
  appearance: Appearance;
  behavior: Behavior;
  notifications: EmbedNotification[];
};

type Bag = Record<string, unknown>;
const asBag = (value: unknown): Bag => (typeof value === 'object' && value !== null ? (value as Bag) : {});
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const TEXTS = ['title', 'image', 'url', 'startsAt', 'endsAt'] as const;

function readNotification(value: unknown): EmbedNotification[] {
  const bag = asBag(value);
  const { id, type, message, timestamp, appearance } = bag;
  if (!isText(id) || !isText(message)) return [];
  // The type decides about the look only; the view has one for types it does not know.
  const notice = { id, message, type: String(type), timestamp: String(timestamp), appearance: asBag(appearance) };
  const texts = TEXTS.flatMap((key) => {
    const text = bag[key];
    if (!isText(text) || ((key === 'image' || key === 'url') && !isSafeLink(text))) return [];
    return [[key, text] as const];
  });
  return [{ ...notice, ...Object.fromEntries(texts) } as EmbedNotification];
}

/** @returns the payload, or null when `text` is no payload of version 1. */
export function readPayload(text: string): ReadPayload | null {
  let payload: Bag;
  try {
    payload = asBag(JSON.parse(text));
  } catch {
    return null;
  }
  const { v, token, notifications } = payload;
  if (v !== 1 || !isText(token) || !Array.isArray(notifications)) return null;
  const widget = asBag(payload.widget);
  return {
    token,
    appearance: overlay(DEFAULT_APPEARANCE, widget.appearance),
    behavior: overlay(DEFAULT_BEHAVIOR, widget.behavior),
    notifications: notifications.flatMap(readNotification),
  };
}
