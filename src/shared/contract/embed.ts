// What visitors' browsers send, as the server checks it. The shapes themselves are in embed/payload.ts, which the
// widget shares without zod.
import { z } from 'zod';
import { DEVICES, type EmbedEvents, EVENT_TYPES } from '../embed/payload.ts';
import { EVENTS_MAX_PER_REQUEST, URL_MAX } from '../limits.ts';
import { id, text } from './text.ts';

const noticeEvent = z.strictObject({
  type: z.enum(EVENT_TYPES),
  notificationId: id(),
  page: text(URL_MAX).exactOptional(),
  device: z.enum(DEVICES, `One of ${DEVICES.join(', ')}`).exactOptional(),
});

/** Far above what a page load can cost honestly; the sums of a day stay within what a database's integers hold. */
const upTo = (max: number) => z.number().min(0, 'Not below 0').max(max, `At most ${max}`);
/** Milliseconds of main thread. */
const COST_TIME_MAX = 60_000;
const costEvent = z.strictObject({
  type: z.literal('cost'),
  bytes: upTo(10_000_000).int(),
  requests: upTo(1_000).int(),
  // A tab that is open for days is measured like any other, and counts as the longest.
  time: z
    .number()
    .min(0, 'Not below 0')
    .transform((time) => Math.min(time, COST_TIME_MAX)),
});

const TYPES = `One of ${[...EVENT_TYPES, 'cost'].join(', ')}`;

/** Body of POST /api/embed/{siteId}/events. */
export const embedEventsInput: z.ZodType<EmbedEvents> = z.strictObject({
  token: text(200),
  events: z
    .array(z.discriminatedUnion('type', [noticeEvent, costEvent], TYPES))
    .max(EVENTS_MAX_PER_REQUEST, `At most ${EVENTS_MAX_PER_REQUEST} events`)
    .refine((events) => events.filter(({ type }) => type === 'cost').length <= 1, 'At most one of the type cost'),
});
