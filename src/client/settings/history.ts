// Undo and redo of the changes made in this tab, as long as it is open.
import { SECOND } from '#shared/time.ts';
import { isSameValue, pathsOf, type SettingChanges } from './paths.ts';

type Step = { before: SettingChanges; after: SettingChanges; at: number };

/** Changes of the same settings that follow each other within this time are one step, as while dragging. */
const STEP_GAP = SECOND;
const STEPS_MAX = 200;
/** The time of a step that no later change merges into. */
const LONG_AGO = -Infinity;

const isSameStep = (a: SettingChanges, b: SettingChanges) =>
  Object.keys(a).sort().join() === Object.keys(b).sort().join();

export type History = {
  record(before: SettingChanges, after: SettingChanges): void;
  /** Records a step that merges with no other. */
  recordWhole(before: SettingChanges, after: SettingChanges): void;
  canUndo(): boolean;
  canRedo(): boolean;
  /** @returns the values to return to; null if there is nothing to undo. */
  undo(): SettingChanges | null;
  redo(): SettingChanges | null;
};

export function createHistory(now: () => number): History {
  const done: Step[] = [];
  let undone: Step[] = [];
  const push = (step: Step) => {
    done.push(step);
    if (done.length > STEPS_MAX) done.shift();
  };
  return {
    record(before, after) {
      undone = [];
      const last = done.at(-1);
      if (!last || now() - last.at > STEP_GAP || !isSameStep(last.after, after)) {
        push({ before, after, at: now() });
        return;
      }
      if (pathsOf(after).every((path) => isSameValue(last.before[path], after[path]))) done.pop();
      else done[done.length - 1] = { before: last.before, after, at: now() };
    },
    recordWhole(before, after) {
      undone = [];
      push({ before, after, at: LONG_AGO });
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    undo() {
      const step = done.pop();
      if (!step) return null;
      undone.push(step);
      return step.before;
    },
    redo() {
      const step = undone.pop();
      if (!step) return null;
      // So that the next change is a step of its own.
      step.at = LONG_AGO;
      done.push(step);
      return step.after;
    },
  };
}
