// What came to a source's address and what became of it, on the wire: without anything personal.
import { z } from 'zod';
import { eventSchema } from './event.ts';
import { id, isoDate, pageFields, paging } from './text.ts';

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
  ...pageFields,
});
export type DeliveryList = z.infer<typeof deliveryListSchema>;

export const deliveryRef = z.strictObject({ siteId: id(), sourceId: id(), deliveryId: id() });
export type DeliveryRef = z.infer<typeof deliveryRef>;

/** What became of the event that a delivery told of, by the source's rules as they are now. */
export const deliveryRunSchema = z.object({
  delivery: deliverySchema,
  /** Null when no new one came with it, or it is no longer kept. */
  event: eventSchema.nullable(),
  /** Why it does not show, or why there is none; null when it shows. */
  reason: z.string().nullable(),
});
export type DeliveryRun = z.infer<typeof deliveryRunSchema>;

/** The last body that came while its fields are being mapped. */
export const captureSchema = z.object({
  /** Until when bodies are kept. */
  until: isoDate(),
  /** When the last one came; null while none has. */
  receivedAt: isoDate().nullable(),
  /** As it came; null when none has, or it was larger than 64 KiB. */
  body: z.string().nullable(),
});
export type Capture = z.infer<typeof captureSchema>;
