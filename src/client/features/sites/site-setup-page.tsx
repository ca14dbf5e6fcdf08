// Site setup: the snippet, the widget's switch, the site's details, and deletion.

import { failureOf } from '#client/auth/failures.ts';
import { useSwitchWidget, useWidget } from '#client/data/widgets.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { WhyButton } from '#client/inspection/why-button.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { DeleteSite } from './delete-site.tsx';
import { SiteDetails } from './site-details.tsx';
import { SnippetPanel } from './snippet-panel.tsx';

export default function SiteSetupPage({ site }: { site: Site }) {
  useTitle(`Site Setup · ${site.name}`);
  return (
    <>
      <PageHeader
        title="Site Setup"
        description="Add one line to your site to show your notifications."
        action={<WhyButton site={site} />}
      />
      <div className="max-w-3xl space-y-8">
        <SnippetPanel site={site} />
        <WidgetSwitch site={site} />
        <SiteDetails site={site} />
        <DeleteSite site={site} />
      </div>
    </>
  );
}

function WidgetSwitch({ site }: { site: Site }) {
  const { data: widget, isError, error } = useWidget(site.id);
  const change = useSwitchWidget(site.id);
  const set = (isActive: boolean) => {
    if (!widget) return;
    change.mutate(
      { id: widget.id, isActive },
      {
        onError: (failure) =>
          toast({ title: 'Failed to update widget', description: failureOf(failure).message, tone: 'danger' }),
      },
    );
  };
  return (
    <Panel title="Widget">
      <div className="flex items-center justify-between gap-6">
        <p className="text-table text-muted">
          {isError
            ? failureOf(error).message
            : widget?.isActive === false
              ? 'Off: nothing is shown or counted.'
              : 'On: active notifications show on every page with the snippet.'}
        </p>
        {widget ? (
          <Switch checked={widget.isActive} onCheckedChange={set} label="Show the widget" isBusy={change.isPending} />
        ) : (
          !isError && <Skeleton className="h-6 w-10" />
        )}
      </div>
    </Panel>
  );
}
