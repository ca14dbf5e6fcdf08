// An account's sessions on the wire: where it is signed in.
import { z } from 'zod';
import { id, isoDate } from './text.ts';

export const sessionSchema = z.object({
  /** Names the session; it opens nothing. */
  id: z.string(),
  /** Of the browser that signed in; null when it told none. */
  userAgent: z.string().nullable(),
  createdAt: isoDate(),
  lastUsedAt: isoDate(),
  /** Whether it is the caller's own. */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof sessionSchema>;

export const sessionIdInput = z.strictObject({ id: id() });
