// Uploaded images on the wire.
import { z } from 'zod';
import { isoDate } from './text.ts';

export const imageSchema = z.object({
  id: z.string(),
  /** Absolute, for the `image` of a notification or template. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  createdAt: isoDate(),
});
export type Image = z.infer<typeof imageSchema>;

/** What answers an upload. */
export const uploadedImageSchema = z.object({ image: imageSchema });
