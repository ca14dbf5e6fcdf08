// Asks before unsaved changes are discarded, whoever is about to: a link, the back button, a reload, or the menu's logout,
// which is no navigation.
import { useEffect, useRef, useState } from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';

type Leave = () => void | Promise<void>;

/** The questions of all forms with unsaved changes. */
const questions = new Set<(leave: Leave) => void>();

/** @returns whether somebody is in the middle of something: changes that aren't saved, or a dialog. */
export const isWorking = (): boolean =>
  questions.size > 0 || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

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
  const [ask] = questions;
  if (ask) ask(saveAndLeave);
  else void saveAndLeave();
}

/**
 * @param isDirty whether there are unsaved changes.
 * @param part of the location whose change discards them.
 * @returns whether the user is being asked, and what they may answer.
 */
export function useLeaving(isDirty: boolean, part: keyof Location = 'pathname') {
  const [pending, setPending] = useState<{ leave: Leave } | null>(null);
  const isDiscarding = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // A search that is written into the address after a pause takes nobody away from what they are writing.
    const staysHere = historyAction === 'REPLACE' && currentLocation.pathname === nextLocation.pathname;
    return isDirty && !isDiscarding.current && !staysHere && currentLocation[part] !== nextLocation[part];
  });
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  useEffect(() => {
    if (!isDirty) return;
    const ask = (leave: Leave) => setPending({ leave });
    questions.add(ask);
    return () => void questions.delete(ask);
  }, [isDirty]);
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
      isDiscarding.current = true;
      // If it fails, the changes are still here, and worth asking about again.
      await Promise.resolve(pending.leave()).finally(() => {
        isDiscarding.current = false;
      });
    },
  };
}
