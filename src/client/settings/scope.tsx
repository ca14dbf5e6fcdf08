// Gives controls their settings: those of the scope around them.
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { SettingPath, Settings, SettingValue } from './paths.ts';
import type { SettingState, SettingsSource } from './source.ts';

const SourceContext = createContext<SettingsSource | null>(null);

/** The settings that all controls below it read and change. */
export const SettingsScope = SourceContext.Provider;

export function useSettingsSource(): SettingsSource {
  const source = useContext(SourceContext);
  if (!source) throw new Error('Rendered outside a SettingsScope');
  return source;
}

/** @returns all settings in effect. Renders again with every change; controls use `useSetting`. */
export function useSettings(): Settings {
  const source = useSettingsSource();
  return useSyncExternalStore(source.subscribe, source.settings);
}

type Setting<Path extends SettingPath> = SettingState<Path> & {
  isReadOnly: boolean;
  set(value: SettingValue<Path>): void;
  reset(): void;
};

/** @returns one setting. Renders again only when that one changes. */
export function useSetting<Path extends SettingPath>(path: Path): Setting<Path> {
  const source = useSettingsSource();
  const state = useSyncExternalStore(source.subscribe, () => source.state(path));
  const isReadOnly = useSyncExternalStore(source.subscribe, source.isReadOnly);
  return useMemo(
    () => ({
      ...state,
      isReadOnly,
      set: (value) => source.change({ [path]: value }),
      reset: () => source.reset([path]),
    }),
    [source, path, state, isReadOnly],
  );
}
