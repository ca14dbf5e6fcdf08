// How it is measured: the share, whether the guard may pause the widget, and whom it believes.
import { useId, useState } from 'react';
import { useUpdateHoldOut } from '#client/data/effect.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmAction } from '#client/ui/confirm-action.tsx';
import { ConfirmButton } from '#client/ui/confirm-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { toastFailed } from '#client/ui/toast.tsx';
import type { Effect, UpdateHoldOutInput } from '#shared/contract/effect.ts';
import type { Site } from '#shared/contract/site.ts';
import type { Share } from './effect-words.ts';
import { ShareChoice } from './share-choice.tsx';

const FAILED = { title: "Couldn't change how it is measured" };
const BEGINS_ANEW = 'Measuring begins anew. Earlier figures stay in the list above.';

export function EffectSettings({ site, effect }: { site: Site; effect: Effect }) {
  const { holdOut, goals, forecasts } = effect;
  const update = useUpdateHoldOut();
  const [chosen, setChosen] = useState<Share | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const save = (changes: Omit<UpdateHoldOutInput, 'siteId'>) => update.mutateAsync({ siteId: site.id, ...changes });
  const share = chosen ?? (holdOut.share as Share);
  const isOfOrders = goals[0]?.kind === 'orders';
  return (
    <Panel title="How it is measured">
      <div className="max-w-2xl space-y-6">
        <ShareChoice
          value={share}
          onChange={setChosen}
          // Of the present one, the sentence above says it.
          forecasts={forecasts.filter((one) => one.share !== holdOut.share)}
        />
        <div className="flex flex-wrap gap-2">
          {share !== holdOut.share && <Button onClick={() => setIsAsking(true)}>Change to {share}%</Button>}
          <ConfirmButton
            title="Stop measuring?"
            description="All visitors see notifications again. The figures stay in the list above."
            confirmLabel="Stop measuring"
            run={() => save({ share: 0 })}
            failed={FAILED}
          />
        </div>
        {isAsking && (
          <ConfirmAction
            title={`Change to ${share}%?`}
            description={BEGINS_ANEW}
            confirmLabel={`Change to ${share}%`}
            run={() => save({ share })}
            failed={FAILED}
            onDone={() => setChosen(null)}
            onClose={() => setIsAsking(false)}
          />
        )}
        <Setting
          label="Pause notifications if they do harm"
          hint="You get an email, and turn them on again yourself."
          isOn={holdOut.isGuarded}
          save={(isGuarded) => save({ isGuarded })}
        />
        {!isOfOrders && holdOut.isGuarded && (
          <Setting
            label="Pause by what browsers report, too"
            hint="Anybody can make up such reports. Without this, only orders pause notifications."
            isOn={holdOut.guardsByBrowsers}
            save={(guardsByBrowsers) => save({ guardsByBrowsers })}
          />
        )}
      </div>
    </Panel>
  );
}

type SettingProps = { label: string; hint: string; isOn: boolean; save: (isOn: boolean) => Promise<unknown> };

/** The switch moves at once, and back if the server refuses. */
function Setting({ label, hint, isOn, save }: SettingProps) {
  const id = useId();
  const [pending, setPending] = useState<boolean | null>(null);
  const change = (next: boolean) => {
    setPending(next);
    void save(next)
      .catch(toastFailed(FAILED))
      .finally(() => setPending(null));
  };
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="font-semibold">{label}</p>
        <p id={id} className="text-pretty text-muted">
          {hint}
        </p>
      </div>
      <Switch
        label={label}
        aria-describedby={id}
        checked={pending ?? isOn}
        isBusy={pending !== null}
        onCheckedChange={change}
      />
    </div>
  );
}
