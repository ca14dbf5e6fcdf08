// One brand color: the picker, and a warning with a way out if what is drawn in it is hard to read.
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo, useSyncExternalStore } from 'react';
import { SETTING_LABELS } from '#client/settings/labels.ts';
import { useSetting, useSettingsSource } from '#client/settings/scope.tsx';
import { SettingField } from '#client/settings/setting-field.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { ColorInput } from '#client/ui/color-input.tsx';
import { type BrandColor, contrastIssue, ratioText } from './contrast.ts';

export function ColorField({ color, hint }: { color: BrandColor; hint: ReactNode }) {
  const path = `appearance.brandColors.${color}` as const;
  const source = useSettingsSource();
  // The same object until one of the colors changes.
  const colors = useSyncExternalStore(source.subscribe, () => source.settings().appearance.brandColors);
  const noteId = useId();
  const issue = useMemo(() => contrastIssue(colors, color), [colors, color]);
  const { isReadOnly, set } = useSetting(path);
  const swatches = useMemo(() => [...new Set(Object.values(colors))], [colors]);
  return (
    <SettingField path={path} hint={hint}>
      {(setting, control) => (
        <>
          <ColorInput
            {...control}
            aria-describedby={classNames(control['aria-describedby'], issue && noteId) || undefined}
            label={SETTING_LABELS[path]}
            value={setting.value}
            onChange={setting.set}
            swatches={swatches}
            disabled={setting.isReadOnly}
          />
          {issue && (
            <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-meta">
              <p id={noteId} className="flex items-start gap-1.5 text-proof-ink">
                <TriangleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
                <span>
                  {issue.what} at {ratioText(issue.ratio)}: hard to read, needs {issue.needs}:1
                  {!issue.fix && '. Try a lighter or darker background.'}
                </span>
              </p>
              {issue.fix && !isReadOnly && <FixButton fix={issue.fix} onUse={set} />}
            </div>
          )}
        </>
      )}
    </SettingField>
  );
}

type FixButtonProps = { fix: { color: string; ratio: number }; onUse: (color: string) => void };

function FixButton({ fix: { color, ratio }, onUse }: FixButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      className="h-7"
      icon={
        <span aria-hidden="true" className="size-3 rounded-full ring-1 ring-ink/20" style={{ background: color }} />
      }
      onClick={() => onUse(color)}
    >
      Use {color}, {ratioText(ratio)}
    </Button>
  );
}
