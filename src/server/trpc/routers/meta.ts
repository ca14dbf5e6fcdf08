// What the client needs to know about this installation, for example to show snippets.
import { z } from 'zod';
import { widgetBuildSchema } from '#shared/contract/widget-build.ts';
import { publicProcedure, router } from '../init.ts';

const infoSchema = z.object({
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

export const metaRouter = router({
  info: publicProcedure
    .input(z.strictObject({}).optional())
    .output(infoSchema)
    .query(({ ctx }) => {
      const { version, publicUrl, mail, operatorName, operatorAddress, contactEmail, widget } = ctx.deps.config;
      return {
        version,
        publicUrl,
        mail,
        operator: { name: operatorName ?? null, address: operatorAddress ?? null },
        contact: { isOpen: contactEmail !== undefined, email: contactEmail ?? null },
        widget,
      };
    }),
});
