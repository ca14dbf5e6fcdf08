// A site's widget settings in React. They live as long as the user's session in this tab, not as long as a screen: a change
// is saved while the next screen is open, and undo works across screens.
import { useEffect, useSyncExternalStore } from 'react';
import { localStore } from '#client/auth/browser.ts';
import type { Session } from '#client/auth/run-session.ts';
import { useSession, useUser } from '#client/auth/session-context.tsx';
import { type SettingsCalls, useSettingsCalls, useWidget } from '#client/data/widgets.ts';
import { saveBeforeLeaving } from '#client/form/leaving.ts';
import type { Widget } from '#shared/contract/widget.ts';
import type { Snapshot } from './source.ts';
import { createStoredSettings } from './stored-settings.ts';
import { createUnsaved } from './unsaved.ts';
import { createWidgetSettings, type WidgetSettings } from './widget-settings.ts';

const snapshotOf = ({ settings: { revision, ...settings } }: Widget): Snapshot => ({ settings, revision });

/** Tabs may run different versions: never change this name or the shape of the messages, `{widgetId, revision}`. */
const CHANNEL = 'proofbell-settings';

/** @param onNewer runs when another tab of this browser has saved this widget's settings. */
function connectTabs(widgetId: string, onNewer: () => void) {
  let channel: BroadcastChannel | undefined;
  try {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data?.widgetId === widgetId) onNewer();
    };
  } catch {
    // Blocked along with storage: then the next save brings what is newer.
  }
  return {
    announce: (revision: number) => channel?.postMessage({ widgetId, revision }),
    close() {
      channel?.close();
      channel = undefined;
    },
  };
}

function start(calls: SettingsCalls, widget: Widget, userId: string): WidgetSettings {
  const tabs = connectTabs(widget.id, calls.refresh);
  const stored = createStoredSettings(
    {
      now: () => Date.now(),
      later(run, ms) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      save: async (patch) => snapshotOf(await calls.save(widget.id, patch)),
      announce: tabs.announce,
      unsaved: createUnsaved(localStore, `unsavedSettings:${userId}:${widget.id}`),
    },
    snapshotOf(widget),
  );
  const stopSaving = saveBeforeLeaving(() => stored.saveNow());
  const listening = new AbortController();
  const { signal } = listening;
  // Leaving the page or going back online doesn't wait for the timer.
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') void stored.saveNow(true);
  };
  window.addEventListener('online', () => void stored.saveNow(), { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // On every screen of the app.
  window.addEventListener('beforeunload', (event) => stored.isAtRisk() && event.preventDefault(), { signal });
  return createWidgetSettings({
    ...stored,
    stop() {
      tabs.close();
      listening.abort();
      stopSaving();
      stored.stop();
    },
  });
}

const running = new WeakMap<Session, Map<string, WidgetSettings>>();

/** @returns the settings of the session's user by widget; all are stopped when the session changes hands or ends. */
function settingsOf(session: Session): Map<string, WidgetSettings> {
  const known = running.get(session);
  if (known) return known;
  const all = new Map<string, WidgetSettings>();
  running.set(session, all);
  let generation = session.generation();
  session.subscribe(() => {
    if (session.generation() === generation) return;
    generation = session.generation();
    for (const settings of all.values()) settings.stop();
    all.clear();
  });
  return all;
}

/** @returns the widget's query, and its settings once the widget is known. */
export function useWidgetSettings(siteId: string) {
  const session = useSession();
  const userId = useUser()?._id;
  const query = useWidget(siteId);
  const calls = useSettingsCalls(siteId);
  const widget = query.data;
  const all = settingsOf(session);
  if (widget && userId !== undefined && !all.has(widget.id)) all.set(widget.id, start(calls, widget, userId));
  const settings = widget && all.get(widget.id);
  useEffect(() => {
    if (widget) settings?.receive(snapshotOf(widget));
  }, [settings, widget]);
  return { query, settings };
}

/** @returns `read`'s result, rendered again when it changes; it must be the same object until then. */
export const useSettingsState = <T>(settings: WidgetSettings, read: (settings: WidgetSettings) => T): T =>
  useSyncExternalStore(settings.subscribe, () => read(settings));
