// What the app says: alerts, empty states, waiting.
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LogoBadge } from '../ui/logo.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PageSpinner, Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { Row, Specimen } from './specimen.tsx';

export function MessageSpecimens() {
  return (
    <>
      <Specimen name="Alert">
        <div className="grid gap-3">
          <Alert tone="info" title="Your e-mail is not verified yet">
            Open the link we sent to mara@holtandash.shop.
          </Alert>
          <Alert
            tone="danger"
            title="The site could not be saved"
            action={
              <Button variant="secondary" size="sm">
                Retry
              </Button>
            }
          >
            The server did not answer within ten seconds. What you typed is still here.
          </Alert>
          <Alert tone="proof" title="The first visitor has seen your notice">
            One display on holtandash.shop, a minute ago.
          </Alert>
          <Alert tone="success">Your changes are live.</Alert>
        </div>
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState
          illustration={<LogoBadge size={48} />}
          title="No notices yet"
          description="Write the first one. Visitors see it as soon as the snippet stands on your pages."
          action={<Button>New notification</Button>}
        />
      </Specimen>
      <Specimen name="toast">
        <Row>
          <Button variant="secondary" onClick={() => toast({ title: 'Notification duplicated' })}>
            Plain
          </Button>
          <Button
            variant="secondary"
            onClick={() => toast({ title: 'Settings saved', description: 'Live on your pages.', tone: 'success' })}
          >
            Success
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                title: 'Failed to delete the notification',
                description: 'The server did not answer.',
                tone: 'danger',
                action: { label: 'Retry', onSelect: () => toast({ title: 'Deleted', tone: 'success' }) },
              })
            }
          >
            Danger with action
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Skeleton, Spinner, PageSpinner">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
        <div className="mt-4">
          <Spinner label="Loading sites" />
        </div>
        <PageSpinner />
      </Specimen>
    </>
  );
}
