// A builder's state over stored rules: whatever in it isn't stored yet is kept for as long as the tab is open.
import { useEffect, useMemo, useRef, useState } from 'react';
import { readJson, tabStore } from '#client/auth/browser.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import {
  type BuilderState,
  excessOf,
  hasUnfinished,
  identityOfRules,
  readState,
  rulesIn,
  stateOf,
  takeIn,
  withNewKeys,
} from './builder-state.ts';

/** `stored` is the identity of the stored rules that the state goes with. */
type Draft = { state: BuilderState; stored: string };

/** @returns what the tab kept; null if that is nothing, or nothing that this version can show. */
function readKept(name: string): Draft | null {
  const kept = readJson(tabStore, name) as Draft | null;
  const state = kept && readState(kept.state);
  // Its keys are those of an earlier page load, or none in what an earlier version kept.
  return state && { state: withNewKeys(state), stored: kept.stored };
}

/**
 * @param name of the draft in the tab. @param stored must stay the same object while the rules are the same.
 * @param save gets rules that can be stored, and only when they differ from the stored ones.
 * @returns the state, and what takes the next one.
 */
export function useRulesDraft(name: string, stored: Rules, save: (rules: Rules) => void) {
  const identity = identityOfRules(stored);
  const [draft, setDraft] = useState(() => readKept(name) ?? { state: stateOf(stored), stored: identity });
  // They were changed by undo, in another tab, or while this screen was closed.
  const isChanged = draft.stored !== identity;
  const state = useMemo(() => (isChanged ? takeIn(draft.state, stored) : draft.state), [isChanged, draft, stored]);
  useEffect(() => {
    const isKept = hasUnfinished(state) || excessOf(rulesIn(state)) !== null;
    if (isKept) tabStore.write(name, JSON.stringify({ state, stored: identity }));
    else tabStore.remove(name);
  }, [name, state, identity]);

  // Of the last rules that were saved: two changes may come before the next render.
  const saved = useRef(identity);
  saved.current = identity;
  const change = (next: BuilderState): void => {
    const rules = rulesIn(next);
    const isStorable = excessOf(rules) === null;
    const changed = isStorable ? identityOfRules(rules) : saved.current;
    const isNew = changed !== saved.current;
    saved.current = changed;
    setDraft({ state: next, stored: changed });
    if (isNew) save(rules);
  };
  return [state, change] as const;
}
