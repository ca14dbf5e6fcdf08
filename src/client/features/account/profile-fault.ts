// What is shown of a refused profile (spec 5): the messages of its list, or else what the server said.
import type { Fault } from '#client/api/faults.ts';
import { MESSAGES } from '#shared/messages.ts';

/** `messages` are listed under the title; without any, the title is all there is to say. */
export type ProfileFault = { title: string; messages: string[] };

export function profileFault({ status, fields, message }: Pick<Fault, 'status' | 'fields' | 'message'>): ProfileFault {
  if (status !== 400 || fields.length === 0) return { title: message, messages: [] };
  return { title: MESSAGES.validation, messages: fields.map((field) => field.message) };
}
