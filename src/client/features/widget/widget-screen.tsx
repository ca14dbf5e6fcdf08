// The frame of the four screens of the widget's settings: they save themselves, and what visitors will see stands beside
// them.
import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNotifications } from '#client/data/notifications.ts';
import { useMediaQuery } from '#client/hooks/use-media-query.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { OpenWithSettings } from '#client/inspection/open-with-settings.tsx';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { WidgetPreview } from '#client/preview/widget-preview.tsx';
import { SaveBar, SaveNotes } from '#client/settings/save-state.tsx';
import { SettingsScope, useSettings } from '#client/settings/scope.tsx';
import { useSettingsState, useWidgetSettings } from '#client/settings/use-widget-settings.ts';
import type { WidgetSettings } from '#client/settings/widget-settings.ts';
import { SmallButton } from '#client/ui/button.tsx';
import { Sheet } from '#client/ui/dialog.tsx';
import { ContentError } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { PreviewMode, TemplateNotice } from './preview-mode.tsx';

type WidgetScreenProps = {
  site: Site;
  /** As in the sidebar (spec 2). */
  title: string;
  description: ReactNode;
  /** The zoom that the preview opens with: by default the whole page. */
  zoom?: 'page' | 'close-up' | undefined;
  /** The controls, which read and change settings by `useSetting`. */
  children: ReactNode;
};

export function WidgetScreen({ site, title, description, zoom, children }: WidgetScreenProps) {
  useTitle(`${title} · ${site.name}`);
  const { query, settings } = useWidgetSettings(site.id);
  const { data: widget } = query;
  return (
    <>
      <PageHeader title={title} description={description} action={<WhyButton site={site} />} />
      {widget && settings ? (
        <SettingsScope value={settings}>
          <Frame site={site} widget={widget} settings={settings} zoom={zoom}>
            {children}
          </Frame>
        </SettingsScope>
      ) : query.isError ? (
        <ContentError title="Couldn't load your settings" query={query} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

type FrameProps = Pick<WidgetScreenProps, 'site' | 'zoom' | 'children'> & { widget: Widget; settings: WidgetSettings };

/** Where there is room for both, the preview stands beside the controls; elsewhere a button opens it. */
const COLUMNS = 'xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]';
const WIDE_ENOUGH = '(min-width: 80rem)';

function Frame({ site, widget, settings, zoom, children }: FrameProps) {
  const isWide = useMediaQuery(WIDE_ENOUGH);
  const [isOpen, setIsOpen] = useState(false);
  const template = useSettingsState(settings, (one) => one.previewed());
  const preview = (
    <div className="space-y-4">
      <Preview
        site={site}
        widget={widget}
        hasOwnCSS={!template?.customization.customCSS}
        zoom={zoom}
        mode={<PreviewMode template={template} onChange={settings.preview} />}
      />
      <OpenWithSettings site={site} />
    </div>
  );
  return (
    <div className={`gap-x-8 xl:grid ${COLUMNS}`}>
      <div className="min-w-0 space-y-6">
        <div className="sticky top-16 z-20 -mx-4 flex items-center justify-between gap-2 border-line border-b bg-paper px-4 py-2 md:-mx-8 md:px-8 xl:mx-0 xl:px-0">
          <SaveBar settings={settings} />
          {!isWide && (
            <SmallButton
              icon={<Eye aria-hidden="true" size={16} />}
              aria-haspopup="dialog"
              onClick={() => setIsOpen(true)}
            >
              Preview
            </SmallButton>
          )}
        </div>
        <SaveNotes settings={settings} />
        {template && (
          <div className="rounded-control border-l-3 border-l-accent bg-accent-tint px-4 py-3">
            <TemplateNotice template={template} onUse={settings.adoptPreviewed} />
          </div>
        )}
        {children}
      </div>
      {isWide ? (
        <div className="sticky top-20 max-h-[calc(100dvh-6rem)] self-start overflow-y-auto">{preview}</div>
      ) : (
        <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title="Preview" description="What your visitors see.">
          {preview}
        </Sheet>
      )}
    </div>
  );
}

type PreviewProps = Pick<FrameProps, 'site' | 'widget' | 'zoom'> & {
  /** Whether the widget's style sheet is in effect. A template's has not been checked, and isn't drawn. */
  hasOwnCSS: boolean;
  mode: ReactNode;
};

function Preview({ site, widget, hasOwnCSS, zoom, mode }: PreviewProps) {
  const settings = useSettings();
  const notifications = useNotifications(widget.id, { isLive: false });
  return (
    <WidgetPreview
      settings={settings}
      customCSS={hasOwnCSS ? widget.styleSheet.css : ''}
      issue={hasOwnCSS ? widget.styleSheet.issue : null}
      zoom={zoom}
      notifications={notifications.data}
      failure={
        notifications.isError
          ? { isRetrying: notifications.isFetching, onRetry: () => void notifications.refetch() }
          : null
      }
      site={{ name: site.name, domain: site.domains[0] }}
      toolbar={mode}
    />
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading settings" className={`grid gap-8 ${COLUMNS}`}>
      <div className="space-y-6">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
      <Skeleton className="h-80 w-full max-xl:hidden" />
    </div>
  );
}
