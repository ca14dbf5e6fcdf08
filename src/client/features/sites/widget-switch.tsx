// Turns the whole widget of a site on or off, without touching the pages that carry the snippet.
import { faultOf } from '#client/api/faults.ts';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toast } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { useSwitchWidget, useWidget } from './queries.ts';

export function WidgetSwitch({ site }: { site: Site }) {
  const { data: widget, isError, error } = useWidget(site.id);
  const change = useSwitchWidget(site.id);
  const set = (isActive: boolean) => {
    if (!widget) return;
    change.mutate(
      { id: widget.id, isActive },
      {
        onError: (fault) =>
          toast({ title: 'Failed to change the widget', description: faultOf(fault).message, tone: 'danger' }),
      },
    );
  };
  return (
    <Panel title="Widget">
      <div className="flex items-center justify-between gap-6">
        <p className="text-table text-muted">
          {isError
            ? faultOf(error).message
            : widget?.isActive === false
              ? 'Off: your pages stay silent, and nothing is counted.'
              : 'On: active notices show on every page that carries the snippet.'}
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
