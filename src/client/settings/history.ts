// Undo and redo of the changes made in this tab, as long as it is open.
import { SECOND } from '#shared/time.ts';
import { isSameValue, type SettingChanges, type SettingPath } from './paths.ts';

type Step = { before: SettingChanges; after: SettingChanges; at: number };

/** Changes of the same settings that follow each other within this time are one step, as while dragging. */
const STEP_GAP = SECOND;
const STEPS_MAX = 200;

const isSameStep = (a: SettingChanges, b: SettingChanges) =>
  Object.keys(a).sort().join() === Object.keys(b).sort().join();

export type History = {
  record(before: SettingChanges, after: SettingChanges): void;
  canUndo(): boolean;
  canRedo(): boolean;
  /** @returns the values to return to; null if there is nothing to undo. */
  undo(): SettingChanges | null;
  redo(): SettingChanges | null;
  /** Undoes for good: as if it had not been recorded. */
  takeBack(): SettingChanges | null;
};

export function createHistory(now: () => number): History {
  const done: Step[] = [];
  let undone: Step[] = [];
  return {
    record(before, after) {
      undone = [];
      const last = done.at(-1);
      if (!last || now() - last.at > STEP_GAP || !isSameStep(last.after, after)) {
        done.push({ before, after, at: now() });
        if (done.length > STEPS_MAX) done.shift();
        return;
      }
      const paths = Object.keys(after) as SettingPath[];
      if (paths.every((path) => isSameValue(last.before[path], after[path]))) done.pop();
      else done[done.length - 1] = { before: last.before, after, at: now() };
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    undo() {
      const step = done.pop();
      if (!step) return null;
      undone.push(step);
      return step.before;
    },
    takeBack: () => done.pop()?.before ?? null,
    redo() {
      const step = undone.pop();
      if (!step) return null;
      // An old time, so that the next change is a step of its own.
      done.push({ ...step, at: 0 });
      return step.after;
    },
  };
}
