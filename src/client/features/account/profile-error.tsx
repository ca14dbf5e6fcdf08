// Why a profile was not saved (spec 5): the messages of its field errors, or else the server's message.
import type { Failure } from '#client/auth/failures.ts';
import { Alert } from '#client/ui/alert.tsx';
import { MESSAGES } from '#shared/messages.ts';

/** `messages` are listed under the title; without any, the title says it all. */
export type ProfileError = { title: string; messages: string[] };

export function profileError({
  status,
  fields,
  message,
}: Pick<Failure, 'status' | 'fields' | 'message'>): ProfileError {
  if (status !== 400 || fields.length === 0) return { title: message, messages: [] };
  return { title: MESSAGES.validation, messages: fields.map((field) => field.message) };
}

export function ProfileErrorAlert({ failure: { title, messages } }: { failure: ProfileError }) {
  if (messages.length === 0) return <Alert tone="danger">{title}</Alert>;
  return (
    <Alert tone="danger" title={title}>
      <ul className="list-disc pl-5">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}
