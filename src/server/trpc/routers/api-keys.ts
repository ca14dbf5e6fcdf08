// API keys for integrators' scripts, which only a logged-in user may create and revoke.
import { z } from 'zod';
import { apiKeySchema, createApiKeyInput, newApiKeySchema } from '#shared/contract/api-key.ts';
import { byId, nothing } from '#shared/contract/text.ts';
import * as apiKey from '../../domain/account/api-keys.ts';
import { confirmedVerifiedProcedure, router, verifiedUserProcedure } from '../init.ts';

export const apiKeysRouter = router({
  list: verifiedUserProcedure
    .input(nothing)
    .output(z.array(apiKeySchema))
    .query(({ ctx }) => apiKey.listApiKeys(ctx.deps, ctx.caller)),
  create: confirmedVerifiedProcedure
    .input(createApiKeyInput)
    .output(newApiKeySchema)
    .mutation(({ ctx, input }) => apiKey.createApiKey(ctx.deps, ctx.caller, input)),
  revoke: verifiedUserProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => apiKey.revokeApiKey(ctx.deps, ctx.caller, input.id)),
});
