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

/** What the server does instead of answering. @param arrives whether it has made the change all the same. */
type Trouble = { error: Error | null; arrives: boolean; until?: Promise<void> };

export function openSettings({ stored = new Map<string, string>(), server = DEFAULT_SETTINGS } = {}) {
  let state: Snapshot = { settings: server, revision: 1 };
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const sent: SettingsPatch[] = [];
  const troubles: Trouble[] = [];
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
        const trouble = troubles.shift();
        if (trouble?.until) await trouble.until;
        if (trouble?.error && !trouble.arrives) throw trouble.error;
        state = { settings: withChanges(state.settings, changesOf(patch)), revision: state.revision + 1 };
        if (trouble?.error) throw trouble.error;
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
    server: () => state.settings,
    /** What the next saves do, in order. @throws the given error */
    failNext: (...errors: Error[]) => troubles.push(...errors.map((error) => ({ error, arrives: false }))),
    /** The next save is made, but all that comes back is this error. */
    loseNext: (error: Error) => troubles.push({ error, arrives: true }),
    /** The next save hangs. @returns ends that, with an error or, for null, as if nothing had been. */
    hangNext(error: Error | null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      troubles.push({ error, arrives: false, until: promise });
      return resolve;
    },
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
