// The frame of the four screens of the widget's settings: they save themselves, and what visitors will see stands beside
// them.
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useBeforeUnload } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import { useNotifications } from '#client/data/notifications.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { NotificationPreview, PageSketch } from '#client/preview/notification-preview.tsx';
import { SaveBar, SaveNotes } from '#client/settings/save-state.tsx';
import { SettingsScope, useSettings } from '#client/settings/scope.tsx';
import { useWidgetSettings } from '#client/settings/use-widget-settings.ts';
import type { WidgetSettings } from '#client/settings/widget-settings.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { PreviewPane } from '#client/ui/preview-pane.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';

type WidgetScreenProps = {
  site: Site;
  /** As in the sidebar (spec 2). */
  title: string;
  description: string;
  /** The controls, which read and change settings by `useSetting`. */
  children: ReactNode;
};

export function WidgetScreen({ site, title, description, children }: WidgetScreenProps) {
  useTitle(`${title} · ${site.name}`);
  const { query, settings } = useWidgetSettings(site.id);
  const { data: widget } = query;
  return (
    <>
      <PageHeader title={title} description={description} action={<WhyButton site={site} />} />
      {widget && settings ? (
        <SettingsScope value={settings}>
          <Frame widget={widget} settings={settings}>
            {children}
          </Frame>
        </SettingsScope>
      ) : query.isError ? (
        <EmptyState
          title="Couldn't load your settings"
          description={failureOf(query.error).message}
          action={
            <Button onClick={() => query.refetch()} isBusy={query.isFetching}>
              Try again
            </Button>
          }
        />
      ) : (
        <Waiting />
      )}
    </>
  );
}

type FrameProps = { widget: Widget; settings: WidgetSettings; children: ReactNode };

function Frame({ widget, settings, children }: FrameProps) {
  useBeforeUnload((event) => {
    if (settings.isAtRisk()) event.preventDefault();
  });
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0 space-y-6">
        <div className="sticky top-16 z-10 -mx-1 flex flex-wrap items-center justify-between gap-2 border-line border-b bg-paper px-1 py-2">
          <SaveBar settings={settings} />
        </div>
        <SaveNotes settings={settings} />
        {children}
      </div>
      <div className="xl:sticky xl:top-20 xl:self-start">
        <Preview widget={widget} />
      </div>
    </div>
  );
}

function Preview({ widget }: { widget: Widget }) {
  const settings = useDeferredValue(useSettings());
  const notifications = useNotifications(widget.id, { isLive: false });
  const first = notifications.data?.find(({ status }) => status === 'active');
  const notification = useMemo(
    () => ({
      id: 'preview',
      type: first?.type ?? ('purchase' as const),
      message: first?.message ?? 'Ana from Lisbon bought the Oak Desk',
      timestamp: first?.timestamp ?? new Date().toISOString(),
    }),
    [first],
  );
  return (
    <PreviewPane>
      <NotificationPreview
        notification={notification}
        appearance={settings.appearance}
        customCSS={widget.styleSheet.css}
        behavior={settings.behavior}
        className="h-72"
      >
        <PageSketch />
      </NotificationPreview>
    </PreviewPane>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading settings" className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="space-y-6">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
