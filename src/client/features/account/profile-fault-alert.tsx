// Says why the profile was not saved.
import { Alert } from '#client/ui/alert.tsx';
import type { ProfileFault } from './profile-fault.ts';

export function ProfileFaultAlert({ fault: { title, messages } }: { fault: ProfileFault }) {
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
