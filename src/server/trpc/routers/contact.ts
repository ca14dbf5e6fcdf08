// Messages to whoever runs this installation.
import { contactAnswerSchema, contactInput } from '#shared/contract/contact.ts';
import { sendContactMessage } from '../../domain/contact.ts';
import { publicProcedure, router } from '../init.ts';

export const contactRouter = router({
  send: publicProcedure
    .input(contactInput)
    .output(contactAnswerSchema)
    .mutation(({ ctx, input }) => sendContactMessage(ctx.deps, input, ctx.client)),
});
