// What visitors' browsers send, as the server checks it. The shapes themselves are in embed/payload.ts, which the
// widget shares without zod.
import { z } from 'zod';
import { DEVICES, type EmbedEvents, EVENT_TYPES } from '../embed/payload.ts';
import { EVENTS_MAX_PER_REQUEST, URL_MAX } from '../limits.ts';
import { id, text } from './text.ts';

const eventSchema = z.strictObject({
  type: z.enum(EVENT_TYPES, `One of ${EVENT_TYPES.join(', ')}`),
  notificationId: id(),
  page: text(URL_MAX).exactOptional(),
  device: z.enum(DEVICES, `One of ${DEVICES.join(', ')}`).exactOptional(),
});

/** Body of POST /api/embed/{siteId}/events. */
export const embedEventsInput: z.ZodType<EmbedEvents> = z.strictObject({
  token: text(200),
  events: z.array(eventSchema).max(EVENTS_MAX_PER_REQUEST, `At most ${EVENTS_MAX_PER_REQUEST} events`),
});
