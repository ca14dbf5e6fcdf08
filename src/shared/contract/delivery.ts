// What came to a source's address and what became of it, on the wire: without anything personal.
import { z } from 'zod';
import { id, isoDate, paging } from './text.ts';

/** taken: with events or retractions; test: of the connection; ignored: nothing for us; refused: not readable. */
const VERDICTS = ['taken', 'test', 'ignored', 'refused'] as const;

export const deliverySchema = z.object({
  id: z.string(),
  at: isoDate(),
  verdict: z.enum(VERDICTS),
  /** Why it was ignored or refused, or what of it was; null when there is nothing to say. */
  reason: z.string().nullable(),
  accepted: z.number().int(),
  duplicates: z.number().int(),
  retracted: z.number().int(),
  isSigned: z.boolean(),
  /** The source's own id of the event it told of; null when that is none, or gone, and for keys that may only read. */
  eventId: z.string().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryListInput = z.strictObject({ siteId: id(), sourceId: id(), ...paging });
export type DeliveryListInput = z.infer<typeof deliveryListInput>;

export const deliveryListSchema = z.object({
  deliveries: z.array(deliverySchema),
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
});
export type DeliveryList = z.infer<typeof deliveryListSchema>;
