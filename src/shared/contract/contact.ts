// What anybody may write to the operator by the contact form.
import { z } from 'zod';
import { CONTACT_MESSAGE_MAX } from '../limits.ts';
import { displayName } from './account.ts';
import { email, filledText } from './text.ts';

/** Why no message is taken. */
export const CONTACT_REFUSALS = {
  off: "This server takes no messages: its operator hasn't set an address for them",
  tooMany: "You've sent several messages already. Please wait an hour, or send an email instead",
  full: 'We received too many messages today. Please try again tomorrow, or send an email instead',
} as const;

/**
 * `website` is a trap: people don't see it, and what fills it in is a program. It takes anything, since a refusal would
 * show it to that program.
 */
export const contactInput = z.strictObject({
  name: displayName().optional(),
  email: email(),
  message: filledText(CONTACT_MESSAGE_MAX, 'Write your message'),
  website: z.unknown().meta({ type: 'string' }).optional(),
});
export type ContactInput = z.infer<typeof contactInput>;

/** The same for a message that was stored and one that was dropped. */
export const contactAnswerSchema = z.object({ received: z.literal(true) });
export type ContactAnswer = z.infer<typeof contactAnswerSchema>;
