// Pauses the widget and turns it on again, at once.
import { failureOf } from '#client/auth/failures.ts';
import { useSwitchWidget, useWidget } from '#client/data/widgets.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toastFailed } from '#client/ui/toast.tsx';
import type { Site } from '#shared/contract/site.ts';
import { TOASTS } from '#shared/messages.ts';

const ON = 'On: active notifications show on pages with the snippet, wherever your rules allow.';
const PAUSED =
  'Paused: visitors see nothing, and nothing is counted. A page that is open already keeps its notifications until it is reloaded.';

export function WidgetSwitch({ site }: { site: Site }) {
  const { data: widget, isError, error } = useWidget(site.id);
  const change = useSwitchWidget(site.id);
  const set = (isActive: boolean) => {
    if (!widget) return;
    change.mutate(
      { id: widget.id, isActive },
      {
        onError: toastFailed(TOASTS.widgetUpdateFailed),
      },
    );
  };
  return (
    <div className="flex items-center justify-between gap-6">
      <p className="max-w-[64ch] text-pretty text-muted text-table">
        {isError ? failureOf(error).message : widget?.isActive === false ? PAUSED : ON}
      </p>
      {widget ? (
        <Switch checked={widget.isActive} onCheckedChange={set} label="Show the widget" isBusy={change.isPending} />
      ) : (
        !isError && <Skeleton className="h-6 w-10" />
      )}
    </div>
  );
}
