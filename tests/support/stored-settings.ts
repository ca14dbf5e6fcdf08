// A widget's stored settings with a server, a clock and a browser's storage that a test controls.
import { TRPCClientError } from '@trpc/client';
import { createSafeStorage } from '#client/auth/browser.ts';
import { Unreachable } from '#client/auth/failures.ts';
import { changesOf, DEFAULT_SETTINGS, withChanges } from '#client/settings/paths.ts';
import type { Snapshot } from '#client/settings/source.ts';
import { createStoredSettings } from '#client/settings/stored-settings.ts';
import { createUnsaved } from '#client/settings/unsaved.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';

/** An error of the server, as the tRPC client throws it. */
export const serverError = (httpStatus: number, errors: { field: string; message: string }[] = []) =>
  TRPCClientError.from({
    error: { code: -32000, message: 'No', data: { code: 'x', message: 'No.', httpStatus, errors } },
  } as never);
export const noAnswer = () => TRPCClientError.from(new Unreachable('network-error', null));

export function openSettings({ stored = new Map<string, string>(), server = DEFAULT_SETTINGS } = {}) {
  let state: Snapshot = { settings: server, revision: 1 };
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const sent: SettingsPatch[] = [];
  const answers: (() => void)[] = [];
  const storage = createSafeStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }));
  const settings = createStoredSettings(
    {
      now: () => time,
      later(run, ms) {
        const timer = { at: time + ms, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      async save(patch) {
        sent.push(patch);
        answers.shift()?.();
        state = { settings: withChanges(state.settings, changesOf(patch)), revision: state.revision + 1 };
        return state;
      },
      announce() {},
      unsaved: createUnsaved(storage, 'k'),
    },
    state,
  );
  return {
    settings,
    sent,
    stored,
    /** What the next saves do, in order. @throws the given error */
    failNext: (...errors: Error[]) =>
      answers.push(
        ...errors.map((error) => () => {
          throw error;
        }),
      ),
    async pass(ms: number) {
      time += ms;
      for (const timer of [...timers].filter(({ at }) => at <= time)) {
        timers.delete(timer);
        timer.run();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
