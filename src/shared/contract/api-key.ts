// API keys on the wire, for integrators' scripts.
import { z } from 'zod';
import { NAME_MAX } from '../limits.ts';
import { filledText, isoDate } from './text.ts';

/** What a key may do. `write` includes `read`. */
export const API_KEY_SCOPES = ['read', 'write'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(API_KEY_SCOPES),
  /** The key's first characters, to tell keys apart; the key itself is never stored. */
  start: z.string(),
  createdAt: isoDate(),
  lastUsedAt: isoDate().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** The only response that contains the key itself. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() });
export type NewApiKey = z.infer<typeof newApiKeySchema>;

export const createApiKeyInput = z.strictObject({
  name: filledText(NAME_MAX, 'Enter a name'),
  scope: z.enum(API_KEY_SCOPES, `One of ${API_KEY_SCOPES.join(', ')}`),
});
export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>;
