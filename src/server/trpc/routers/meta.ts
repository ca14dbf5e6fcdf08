// What the client needs to know about this installation, for example to show snippets.
import { z } from 'zod';
import { widgetBuildSchema } from '#shared/contract/widget-build.ts';
import { publicProcedure, router } from '../init.ts';

const infoSchema = z.object({
  version: z.string(),
  publicUrl: z.string(),
  /** Where emails go: over SMTP, or to files in the data folder. */
  mail: z.enum(['smtp', 'outbox']),
  operatorName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  /** The build being served. */
  widget: widgetBuildSchema,
});

export const metaRouter = router({
  info: publicProcedure
    .input(z.strictObject({}).optional())
    .output(infoSchema)
    .query(({ ctx }) => {
      const { version, publicUrl, mail, operatorName, contactEmail, widget } = ctx.deps.config;
      return {
        version,
        publicUrl,
        mail,
        operatorName: operatorName ?? null,
        contactEmail: contactEmail ?? null,
        widget,
      };
    }),
});
