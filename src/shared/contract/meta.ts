// What the client needs to know about the server that it talks to, for example to show snippets.
import { z } from 'zod';
import { widgetBuildSchema } from './widget-build.ts';

export const metaSchema = z.object({
  version: z.string(),
  publicUrl: z.string(),
  /** Where emails go: over SMTP, or to files in the data folder. */
  mail: z.enum(['smtp', 'outbox']),
  /** Who runs this installation, and their postal address, as far as they say. */
  operator: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
  /** Whether messages can be sent to the operator by the contact form, and the address that they go to. */
  contact: z.object({ isOpen: z.boolean(), email: z.string().nullable() }),
  /** The build being served. */
  widget: widgetBuildSchema,
});
export type Meta = z.infer<typeof metaSchema>;
