// A builder's state in React: what was typed, kept in step with the rules that are stored, and in this tab while it isn't
// finished.
import { useCallback, useEffect, useRef, useState } from 'react';
import { createSafeStorage } from '#client/auth/browser.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import {
  areStorable,
  type BuilderState,
  hasUnfinished,
  identityOfRules,
  rulesIn,
  stateOf,
  takeIn,
  withNewKeys,
} from './builder-state.ts';

type Synced = { state: BuilderState; identity: string };

/** For as long as the tab is open. */
const tabStore = createSafeStorage(() => window.sessionStorage);

/** @returns what this tab kept, brought up to date; null if there is nothing, or it was kept by another version. */
function readDrafts(key: string, value: Rules, identity: string): BuilderState | null {
  try {
    const kept: Synced | null = JSON.parse(tabStore.read(key) ?? 'null');
    if (!kept) return null;
    const state = withNewKeys(kept.state);
    return kept.identity === identity ? state : takeIn(state, value);
  } catch {
    return null;
  }
}

type BuilderOptions = {
  /** The stored rules. */
  value: Rules;
  /** Gets rules that can be stored, and only when they differ. */
  onChange: (rules: Rules) => void;
  /** Names what is unfinished in this tab's storage; without it, that goes when the builder goes. */
  draftsKey: string | undefined;
};

/**
 * @returns the state, how to edit it, whether what is complete can be stored as a whole, and whether something isn't
 * handed out. `epoch` grows whenever rules came in from elsewhere.
 */
export function useBuilder({ value, onChange, draftsKey }: BuilderOptions) {
  const identity = identityOfRules(value);
  const [synced, setSynced] = useState<Synced>(() => ({
    state: (draftsKey && readDrafts(draftsKey, value, identity)) || stateOf(value),
    identity,
  }));
  const [epoch, setEpoch] = useState(0);
  let current = synced;
  if (identity !== synced.identity) {
    current = { state: takeIn(synced.state, value), identity };
    setSynced(current);
    setEpoch(epoch + 1);
  }
  const { state } = current;
  const isStorable = areStorable(rulesIn(state));
  const hasDrafts = !isStorable || hasUnfinished(state);

  const latest = useRef({ synced: current, onChange });
  latest.current = { synced: current, onChange };
  useEffect(() => {
    if (!draftsKey) return;
    if (hasDrafts) tabStore.write(draftsKey, JSON.stringify(current));
    else tabStore.remove(draftsKey);
  }, [draftsKey, hasDrafts, current]);
  const edit = useCallback((change: (state: BuilderState) => BuilderState) => {
    const { synced: before, onChange: tell } = latest.current;
    const after = change(before.state);
    const rules = rulesIn(after);
    const next = identityOfRules(rules);
    const isTold = next !== before.identity && areStorable(rules);
    const edited = { state: after, identity: isTold ? next : before.identity };
    latest.current.synced = edited;
    setSynced(edited);
    if (isTold) tell(rules);
  }, []);

  return { state, edit, epoch, isStorable, hasDrafts };
}
