// What became of a source's events and deliveries of the last 30 days, on the wire: the numbers behind the pictures of its page.
import { z } from 'zod';
import { EVENT_STATES, eventSchema } from './event.ts';

const counted = z.number().int();

export const sourceActivitySchema = z.object({
  /** Its events that happened in the last 30 days: of more than 1,000, the newest 1,000. */
  events: counted,
  /** What became of those, the most first; together they are all of them. */
  outcomes: z.array(
    z.object({
      state: z.enum(EVENT_STATES),
      /** As of a single event. */
      reason: z.string().nullable(),
      events: counted,
    }),
  ),
  /** The one of those that arrived last, or of what was read or imported, happened last; null without any. */
  last: eventSchema.nullable(),
  /** The newest that shows, with the notification that tells of it; null while none does. */
  shown: eventSchema.nullable(),
  /**
   * The places that most of those came from, as exact as the source's privacy has them, and how many events of the whole site came
   * from each in the last 30 days, up to 1,000. None for keys that may only read.
   */
  places: z.array(z.object({ name: z.string(), events: counted })),
  /**
   * The last 30 days by the site's clock, oldest first: how many deliveries came to its address, up to 1,000 a day, and how many of
   * those could not be used. Empty for sources without an address of their own.
   */
  days: z.array(z.object({ date: z.string(), deliveries: counted, refused: counted })),
});
export type SourceActivity = z.infer<typeof sourceActivitySchema>;
