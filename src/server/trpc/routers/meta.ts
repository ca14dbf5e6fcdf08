// What the client needs to know about this server, for example to show snippets.
import { metaSchema } from '#shared/contract/meta.ts';
import { nothing } from '#shared/contract/text.ts';
import { readMeta } from '../../domain/meta.ts';
import { publicProcedure, router } from '../init.ts';

export const metaRouter = router({
  info: publicProcedure
    .input(nothing)
    .output(metaSchema)
    .query(({ ctx }) => readMeta(ctx.deps)),
});
