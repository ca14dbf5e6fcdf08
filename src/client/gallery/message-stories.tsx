// Messages: alerts, empty states, loading.
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PageSpinner, Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { Row, Story } from './story.tsx';

export function MessageStories() {
  return (
    <>
      <Story name="Alert">
        <div className="grid gap-3">
          <Alert tone="info" title="Your email isn't verified yet">
            Click the link we sent to mara@holtandash.shop.
          </Alert>
          <Alert
            tone="danger"
            title="Couldn't save the site"
            action={
              <Button variant="secondary" size="sm">
                Retry
              </Button>
            }
          >
            The server didn't respond within ten seconds. What you typed is still here.
          </Alert>
          <Alert tone="proof" title="The first visitor has seen your notification">
            One display on holtandash.shop, a minute ago.
          </Alert>
          <Alert tone="success">Your changes are live.</Alert>
        </div>
      </Story>
      <Story name="EmptyState">
        <EmptyState
          title="No notifications yet"
          description="Write the first one. Visitors see it once the snippet is on your pages."
          action={<Button>New notification</Button>}
        />
      </Story>
      <Story name="toast">
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
                description: "The server didn't respond.",
                tone: 'danger',
                action: { label: 'Retry', onSelect: () => toast({ title: 'Deleted', tone: 'success' }) },
              })
            }
          >
            Danger with action
          </Button>
        </Row>
      </Story>
      <Story name="Skeleton, Spinner, PageSpinner">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
        <div className="mt-4">
          <Spinner />
        </div>
        <PageSpinner />
      </Story>
    </>
  );
}
