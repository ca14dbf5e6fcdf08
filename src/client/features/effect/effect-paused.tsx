// The guard has paused the widget: why, and the way back.
import { useTurnOnAgain } from '#client/data/effect.ts';
import { count } from '#client/format/numbers.ts';
import { Alert } from '#client/ui/alert.tsx';
import { ConfirmButton } from '#client/ui/confirm-button.tsx';
import type { Effect } from '#shared/contract/effect.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Widget } from '#shared/contract/widget.ts';
import { expectedOf } from './effect-words.ts';

type PausedProps = { site: Site; effect: Effect; widget: Widget };

export function EffectPaused({ site, effect: { goals, epoch }, widget }: PausedProps) {
  const turnOn = useTurnOnAgain(site.id);
  const [main] = goals;
  if (!main || !epoch) return null;
  const { heldOut, shown } = main.converted;
  const verb = main.kind === 'orders' ? 'ordered' : 'reached the goal';
  const reason = `${count(heldOut)} of ${count(heldOut + shown)} visitors who ${verb} saw no notifications. If notifications changed nothing, about ${count(expectedOf(main.converted, epoch.share))} would have seen none.`;
  return (
    <Alert
      tone="danger"
      title={`Paused: visitors who saw notifications ${verb} less`}
      action={
        <ConfirmButton
          title="Turn notifications on again?"
          description={`${reason} Measuring begins anew. Browsers may take a minute to show notifications.`}
          confirmLabel="Turn on again"
          run={() => turnOn(widget.id)}
          done={{ title: 'Notifications are on' }}
          failed={{ title: "Couldn't turn notifications on" }}
        />
      }
    >
      {reason}
    </Alert>
  );
}
