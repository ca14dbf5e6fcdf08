// Why a profile was not saved (spec 5): the messages of its field errors, or else the server's message.
import type { Failure } from '#client/auth/failures.ts';
import { Alert } from '#client/ui/alert.tsx';
import { MESSAGES } from '#shared/messages.ts';

type ProfileErrorProps = { failure: Pick<Failure, 'status' | 'fields' | 'message'> };

export function ProfileError({ failure: { status, fields, message } }: ProfileErrorProps) {
  if (status !== 400 || fields.length === 0) return <Alert tone="danger">{message}</Alert>;
  return (
    <Alert tone="danger" title={MESSAGES.validation}>
      <ul className="list-disc pl-5">
        {fields.map((field) => (
          <li key={field.message}>{field.message}</li>
        ))}
      </ul>
    </Alert>
  );
}
