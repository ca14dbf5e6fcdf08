// What this browser remembers of how its user likes the app: theme and keyboard shortcuts. Nothing of it reaches the
// server.
import { useId } from 'react';
import { useShortcutsPreference } from '#client/hooks/use-shortcuts-preference.ts';
import { Choice } from '#client/ui/choice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { THEMES, useTheme } from '#client/ui/theme-switch.tsx';

const ROW = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3';
const HINT = 'max-w-[52ch] text-pretty text-muted text-table';

export function PreferencesPanel() {
  const [theme, setTheme] = useTheme();
  const [areKeysOn, setKeysOn] = useShortcutsPreference();
  const id = useId();
  return (
    <Panel title="Preferences" description="For this browser only.">
      <div className="space-y-5">
        <div className={ROW}>
          <div>
            <p id={`${id}-theme`} className="font-semibold">
              Theme
            </p>
            <p className={HINT}>System follows your device.</p>
          </div>
          <Choice aria-labelledby={`${id}-theme`} value={theme} onChange={setTheme} options={THEMES} />
        </div>
        <div className={`${ROW} border-line border-t pt-5`}>
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Keyboard shortcuts</p>
            <p id={`${id}-keys`} className={HINT}>
              {areKeysOn
                ? 'Press ? to see them all. Turn them off for speech input.'
                : 'Keyboard shortcuts are off. Search stays in the header.'}
            </p>
          </div>
          <Switch
            checked={areKeysOn}
            onCheckedChange={setKeysOn}
            label="Keyboard shortcuts"
            aria-describedby={`${id}-keys`}
          />
        </div>
      </div>
    </Panel>
  );
}
