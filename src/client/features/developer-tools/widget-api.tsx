// What the page's own scripts can ask of the widget, each with a button that does it in a preview of the page.
import { useSetup } from '#client/data/notifications.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { lazyPart } from '#client/ui/load-later.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';

const TryWidget = lazyPart(
  () => import('./try-widget.tsx').then(({ TryWidget }) => TryWidget),
  <Skeleton className="h-96 w-full" />,
);

export function WidgetApi({ site }: { site: Site }) {
  const { widget, notifications } = useSetup(site.id);
  const failed = [widget, notifications].find((query) => query.isError && !query.data);
  return (
    <Panel
      title="The widget's JavaScript API"
      description="Scripts on your pages find it as window.Proofbell once the snippet has run. Try it here: each button runs the call beside it in the preview."
    >
      {widget.data && notifications.data ? (
        <TryWidget site={site} widget={widget.data} notifications={notifications.data} />
      ) : failed ? (
        <LoadError query={failed} title="Couldn't load your widget" />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Panel>
  );
}
