// Asks before unsaved changes are discarded, whoever is about to: a link, the back button, a reload, or the menu's logout,
// which is no navigation.
import { useEffect, useState } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

type Leave = () => void | Promise<void>;

type Question = {
  ask: (leave: Leave) => void;
  /** Of the location: its change discards what isn't saved. */
  part: keyof Location;
};

/** Those of all forms with unsaved changes. */
const questions = new Set<Question>();

/** While what wasn't saved is being discarded, nobody is asked again. */
let isDiscarding = false;

/** Those of all screens that save by themselves, while something isn't saved. */
const unsaved = new Set<symbol>();

/** @returns whether somebody is in the middle of something: changes that aren't saved, or a dialog. */
export const isWorking = (): boolean =>
  questions.size > 0 || unsaved.size > 0 || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** For a screen that saves by itself. @param isUnsaved whether something on it isn't saved, or can't be any more. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const own = Symbol('unsaved');
    unsaved.add(own);
    return () => void unsaved.delete(own);
  }, [isUnsaved]);
}

/** What saves itself, and has to do it while its user is still logged in. */
const savers = new Set<() => Promise<void>>();

/** @returns a function that unregisters. */
export function saveBeforeLeaving(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => void savers.delete(save);
}

/** Leaves once everything is saved that saves itself, and the user has agreed to discard other unsaved changes. */
export function leaveOrAsk(leave: Leave): void {
  const saveAndLeave = async () => {
    await Promise.allSettled([...savers].map((save) => save()));
    await leave();
  };
  const [first] = questions;
  if (first) first.ask(saveAndLeave);
  else void saveAndLeave();
}

/**
 * @param isDirty whether there are unsaved changes.
 * @param part of the location whose change discards them.
 * @returns whether the user is being asked, and what they may answer.
 */
export function useLeaving(isDirty: boolean, part: keyof Location = 'pathname') {
  const [pending, setPending] = useState<{ leave: Leave } | null>(null);
  // The router asks one blocker only, whichever came last: each speaks for all forms on the page.
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // A search that is written into the address after a pause takes nobody away from what they are writing.
    const staysHere = historyAction === 'REPLACE' && currentLocation.pathname === nextLocation.pathname;
    if (isDiscarding || staysHere) return false;
    return [...questions].some((question) => currentLocation[question.part] !== nextLocation[question.part]);
  });
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  useEffect(() => {
    if (!isDirty) return;
    const question: Question = { ask: (leave) => setPending({ leave }), part };
    questions.add(question);
    return () => void questions.delete(question);
  }, [isDirty, part]);
  return {
    isAsking: pending !== null || blocker.state === 'blocked',
    keep() {
      setPending(null);
      blocker.reset?.();
    },
    async discard() {
      blocker.proceed?.();
      if (!pending) return;
      setPending(null);
      isDiscarding = true;
      // If it fails, the changes are still here, and worth asking about again.
      await Promise.resolve(pending.leave()).finally(() => {
        isDiscarding = false;
      });
    },
  };
}
