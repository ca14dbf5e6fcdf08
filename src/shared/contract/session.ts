// An account's sessions on the wire: where the user is signed in.
import { z } from 'zod';
import { isoDate } from './text.ts';

export const sessionSchema = z.object({
  /** Identifies the session; it grants no access. */
  id: z.string(),
  /** User-Agent of the browser that logged in; null if it sent none. */
  userAgent: z.string().nullable(),
  createdAt: isoDate(),
  lastUsedAt: isoDate(),
  /** Whether it is the caller's own session. */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof sessionSchema>;
