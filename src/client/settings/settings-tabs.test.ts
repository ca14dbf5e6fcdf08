// Two tabs with the settings of one widget, on a connection that delays and fails: nothing is lost.
import { TRPCClientError } from '@trpc/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Unreachable } from '#client/auth/failures.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { runs } from '#tests/support/runs.ts';
import {
  changesOf,
  DEFAULT_SETTINGS,
  pathsOf,
  type SettingChanges,
  type SettingPath,
  valueAt,
  withChanges,
} from './paths.ts';
import type { Snapshot, StoredSettings } from './source.ts';
import { createStoredSettings } from './stored-settings.ts';

const PATHS = [
  'behavior.timing.initialDelay',
  'behavior.timing.displayDuration',
  'behavior.timing.timeBetween',
] as const satisfies SettingPath[];

/** A server whose answers come back when the scheduler says so, or never although the change was made. */
function createBackend(scheduler: fc.Scheduler, losesAnswer: () => boolean) {
  let state: Snapshot = { settings: DEFAULT_SETTINGS, revision: 1 };
  return {
    state: () => state,
    async save(patch: SettingsPatch): Promise<Snapshot> {
      await scheduler.schedule(Promise.resolve(), 'request');
      state = { settings: withChanges(state.settings, changesOf(patch)), revision: state.revision + 1 };
      const answer = state;
      await scheduler.schedule(Promise.resolve(), 'answer');
      if (losesAnswer()) throw TRPCClientError.from(new Unreachable('network-error', null));
      return answer;
    },
    async load(): Promise<Snapshot> {
      await scheduler.schedule(Promise.resolve(), 'load');
      return state;
    },
  };
}

function createTabs(scheduler: fc.Scheduler, losesAnswer: () => boolean) {
  const backend = createBackend(scheduler, losesAnswer);
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const tabs: StoredSettings[] = [];
  const open = (): StoredSettings => {
    const tab = createStoredSettings(
      {
        now: () => time,
        later(run, ms) {
          const timer = { at: time + ms, run };
          timers.add(timer);
          return () => void timers.delete(timer);
        },
        save: backend.save,
        announce() {
          for (const other of tabs) if (other !== tab) void backend.load().then(other.receive);
        },
        unsaved: { write: () => true, read: () => ({ changes: {}, overtaken: {} }) },
      },
      backend.state(),
    );
    tabs.push(tab);
    return tab;
  };
  const pass = (ms: number) => {
    time += ms;
    for (const timer of [...timers].filter(({ at }) => at <= time)) {
      timers.delete(timer);
      timer.run();
    }
  };
  return { backend, open, pass, hasTimers: () => timers.size > 0 };
}

/** Waits for all that runs without timers and answers. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

// Few values and one path more than the others, so that both tabs often change, and change back, the same.
const change = fc.record({
  tab: fc.nat(1),
  path: fc.constantFrom(PATHS[0], PATHS[0], ...PATHS),
  value: fc.integer({ min: 1, max: 9 }),
});
const step = fc.oneof(
  { weight: 3, arbitrary: change },
  { weight: 2, arbitrary: fc.record({ ms: fc.constantFrom(200, 1_000, 2_500) }) },
  { weight: 3, arbitrary: fc.record({ answers: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ undo: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ hidden: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ settle: fc.nat(1), keep: fc.constantFrom('mine' as const, 'theirs' as const) }) },
);

/** What each tab's owner last set by hand and hasn't given up; undo isn't followed, and says nothing of that tab. */
function createWishes(tabs: readonly StoredSettings[]) {
  const wishes = tabs.map(() => new Map<SettingPath, number>());
  const of = (tab: number) => wishes[tab] as Map<SettingPath, number>;
  return {
    change(tab: number, path: SettingPath, value: number) {
      if (valueAt((tabs[tab] as StoredSettings).settings(), path) !== value) of(tab).set(path, value);
    },
    undo: (tab: number) => of(tab).clear(),
    settle(tab: number, keep: 'mine' | 'theirs') {
      if (keep === 'theirs')
        for (const path of pathsOf((tabs[tab] as StoredSettings).overtaken())) of(tab).delete(path);
    },
    /** Each wish that isn't the server's value, and only that, is what its tab says was changed elsewhere. */
    expectTold(server: Snapshot['settings']) {
      for (const [index, tab] of tabs.entries()) {
        const told = tab.overtaken();
        for (const path of PATHS) expect(told[path]).not.toBe(valueAt(server, path));
        for (const [path, value] of of(index)) {
          expect(told[path]).toBe(value === valueAt(server, path) ? undefined : value);
        }
      }
    },
  };
}

test('two tabs end with what the server has, with each setting that only one of them changed as that one left it, and are told what the other replaced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { maxLength: 40, size: 'max' }),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async (scheduler, steps, losses) => {
        const { backend, open, pass, hasTimers } = createTabs(scheduler, () => losses.pop() ?? false);
        const tabs = [open(), open()] as const;
        const wishes = createWishes(tabs);
        const last = new Map<SettingPath, { tab: number; value: number }[]>();
        const note = (tab: number) => {
          for (const path of PATHS) {
            const value = valueAt((tabs[tab] as StoredSettings).settings(), path);
            const known = last.get(path)?.findLast((one) => one.tab === tab)?.value;
            if (known !== undefined && known !== value) last.get(path)?.push({ tab, value });
          }
        };
        for (const one of steps) {
          if ('path' in one) {
            wishes.change(one.tab, one.path, one.value);
            tabs[one.tab as 0 | 1].change({ [one.path]: one.value });
            last.set(one.path, [...(last.get(one.path) ?? []), { tab: one.tab, value: one.value }]);
          } else if ('undo' in one) {
            tabs[one.undo as 0 | 1].undo();
            note(one.undo);
            wishes.undo(one.undo);
          } else if ('settle' in one) {
            wishes.settle(one.settle, one.keep);
            tabs[one.settle as 0 | 1].settleOvertaken(one.keep);
            note(one.settle);
          } else if ('hidden' in one) void tabs[one.hidden as 0 | 1].saveNow(true);
          else if ('ms' in one) pass(one.ms);
          else for (let i = 0; i < one.answers && scheduler.count() > 0; i++) await scheduler.waitOne();
        }
        await settled();
        for (let i = 0; i < 40 && (scheduler.count() > 0 || hasTimers()); i++) {
          pass(30_000);
          await scheduler.waitIdle();
          await settled();
        }
        for (const tab of tabs) {
          expect(tab.saveState()).toEqual({ kind: 'saved' });
          expect(tab.settings()).toEqual(backend.state().settings);
        }
        wishes.expectTold(backend.state().settings);
        for (const [path, changes] of last) {
          if (new Set(changes.map(({ tab }) => tab)).size > 1) continue;
          expect(valueAt(backend.state().settings, path)).toBe(changes.at(-1)?.value);
        }
      },
    ),
    { numRuns: runs(500, 3_000, 20_000) },
  );
});

test('the tab whose value was replaced by a later save is told, and can set its own again', async () => {
  const scheduler = (fc.sample(fc.scheduler(), 1) as [fc.Scheduler])[0];
  const { backend, open, pass } = createTabs(scheduler, () => false);
  const [first, second] = [open(), open()];
  const set = async (tab: StoredSettings, changes: SettingChanges) => {
    tab.change(changes);
    pass(1_000);
    await scheduler.waitIdle();
  };
  await set(first, { 'behavior.timing.initialDelay': 11 });
  await set(second, { 'behavior.timing.initialDelay': 22, 'behavior.timing.timeBetween': 33 });
  expect(first.overtaken()).toEqual({ 'behavior.timing.initialDelay': 11 });
  expect(first.settings().behavior.timing).toMatchObject({ initialDelay: 22, timeBetween: 33 });
  expect(second.overtaken()).toEqual({});

  first.settleOvertaken('mine');
  // A step of its own, however soon another follows.
  first.change({ 'behavior.timing.initialDelay': 44 });
  first.undo();
  expect(first.settings().behavior.timing.initialDelay).toBe(11);
  pass(1_000);
  await scheduler.waitIdle();
  expect(backend.state().settings.behavior.timing).toMatchObject({ initialDelay: 11, timeBetween: 33 });
  expect(first.overtaken()).toEqual({});
  expect(second.overtaken()).toEqual({ 'behavior.timing.initialDelay': 22 });
});
