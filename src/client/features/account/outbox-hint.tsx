// Where mails are files, those who wait for one are told so.
import { Alert } from '#client/ui/alert.tsx';
import { useInstallation } from './queries.ts';

export function OutboxHint() {
  if (useInstallation().data?.mail !== 'outbox') return null;
  return (
    <Alert tone="info" title="No mail server is set up here">
      Mails of this installation are written to the folder <code>outbox</code> of its data, and the link stands in its
      log.
    </Alert>
  );
}
