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

export function createHistory(now: () => number) {
  const done: Step[] = [];
  let undone: Step[] = [];
  return {
    /** @param isWhole whether it is a step that merges with no other. */
    record(before: SettingChanges, after: SettingChanges, isWhole = false): void {
      undone = [];
      const last = isWhole ? undefined : done.at(-1);
      if (!last || now() - last.at > STEP_GAP || !isSameStep(last.after, after)) {
        done.push({ before, after, at: isWhole ? LONG_AGO : now() });
        if (done.length > STEPS_MAX) done.shift();
        return;
      }
      if (pathsOf(after).every((path) => isSameValue(last.before[path], after[path]))) done.pop();
      else done[done.length - 1] = { before: last.before, after, at: now() };
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    /** @returns the values to return to; null if there is nothing to undo. */
    undo(): SettingChanges | null {
      const step = done.pop();
      if (!step) return null;
      undone.push(step);
      return step.before;
    },
    redo(): SettingChanges | null {
      const step = undone.pop();
      if (!step) return null;
      // So that the next change is a step of its own.
      step.at = LONG_AGO;
      done.push(step);
      return step.after;
    },
  };
}
