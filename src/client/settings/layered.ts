// Settings over others: what the upper layer sets replaces the lower one's, setting by setting. A template that is
// previewed lies over the widget's settings, and so does a notification's own appearance.
import type { SettingsPatch } from '#shared/contract/widget.ts';
import {
  changesOf,
  isSameValue,
  patchOf,
  pick,
  type SettingChanges,
  type SettingPath,
  type Settings,
  valueAt,
  withChanges,
} from './paths.ts';
import { createStates, NO_ISSUES, type SettingsSource } from './source.ts';

type Readable = Pick<SettingsSource, 'settings' | 'state' | 'subscribe'>;

/** @param origin what the upper layer is. @param first what it sets at first. */
export function layered(base: Readable, origin: 'template' | 'notification', first: SettingChanges = {}) {
  let own = first;
  let settings = withChanges(base.settings(), own);
  let errors: ReadonlyMap<string, string> = new Map();
  const { state, subscribe, changed } = createStates((path) => {
    const below = base.state(path);
    const error = errors.get(path);
    if (own[path] === undefined) return error === undefined ? below : { ...below, error };
    const value = valueAt(settings, path);
    const isChanged = origin === 'notification' || !isSameValue(value, below.fallback);
    // Why the lower layer's value can't be saved says nothing of this one's.
    return { origin, error, issues: NO_ISSUES, value, fallback: below.value, isChanged };
  });
  const emit = () => {
    settings = withChanges(base.settings(), own);
    changed();
  };
  base.subscribe(emit);
  return {
    settings: () => settings,
    state,
    subscribe,
    /** What the upper layer sets. */
    own: () => own,
    put(next: SettingChanges): void {
      own = next;
      emit();
    },
    /** Why values can't be saved, by path. */
    setErrors(next: ReadonlyMap<string, string>): void {
      errors = next;
      emit();
    },
  };
}

const unchanging = (settings: Settings): Readable => ({
  settings: () => settings,
  state(path) {
    const value = valueAt(settings, path);
    return { value, fallback: value, isChanged: false, origin: 'global', error: undefined, issues: NO_ISSUES };
  },
  subscribe: () => () => {},
});

type AppearancePatch = NonNullable<SettingsPatch['appearance']>;
type OwnAppearance = SettingsSource & Pick<ReturnType<typeof layered>, 'setErrors'>;

/**
 * @param widget the widget's settings. @param initial what the notification has set so far.
 * @param onChange gets what it sets after every change; null if that is nothing.
 * @returns one notification's own appearance, as part of a form, which saves it.
 */
export function createOwnAppearance(
  widget: Settings,
  initial: AppearancePatch | null,
  onChange: (patch: AppearancePatch | null) => void,
): OwnAppearance {
  const layer = layered(unchanging(widget), 'notification', changesOf({ appearance: initial ?? {} }));
  const put = (own: SettingChanges) => {
    layer.put(own);
    onChange(patchOf(own).appearance ?? null);
  };
  return {
    ...layer,
    isReadOnly: () => false,
    change: (changes) => put({ ...layer.own(), ...changes }),
    reset: (paths: readonly SettingPath[]) => put(pick(layer.own(), (path) => !paths.includes(path))),
  };
}
