// What the page's own scripts can ask of the widget, each with a button that does it in a preview of the page.
import type { ReactNode } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { ListFallback } from '#client/ui/list-fallback.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Notification } from '#shared/contract/notification.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';

const TryWidget = lazyPart(
  () => import('./try-widget.tsx').then(({ TryWidget }) => TryWidget),
  <Skeleton className="h-96 w-full" />,
);

type WidgetApiProps = {
  site: Site;
  widget: Widget | undefined;
  notifications: Notification[] | undefined;
  /** What of them couldn't be loaded. */
  failed: { error: unknown; isFetching: boolean; refetch: () => unknown } | undefined;
};

export function WidgetApi({ site, widget, notifications, failed }: WidgetApiProps): ReactNode {
  return (
    <Panel
      title="The widget's JavaScript API"
      description="Scripts on your pages find it as window.Proofbell once the snippet has run. Try it here: each button runs the call beside it in the preview."
    >
      {widget && notifications ? (
        <TryWidget site={site} widget={widget} notifications={notifications} />
      ) : failed ? (
        <ListFallback
          noun="widget"
          failure={failureOf(failed.error).message}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Panel>
  );
}
