// Uploaded images: schema in, one domain call, schema out. They are sent as they are, by http/images.ts.
import { z } from 'zod';
import { imageSchema } from '#shared/contract/image.ts';
import { byId, nothing } from '#shared/contract/text.ts';
import * as images from '../../domain/notification/images.ts';
import { router, verifiedProcedure } from '../init.ts';

export const imagesRouter = router({
  list: verifiedProcedure
    .input(nothing)
    .output(z.array(imageSchema))
    .query(({ ctx }) => images.listImages(ctx.deps, ctx.caller)),
  delete: verifiedProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => images.deleteImage(ctx.deps, ctx.caller, input.id)),
});
