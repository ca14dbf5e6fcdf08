// A builder's state in React: what was typed, kept in step with the rules that are stored.
import { useCallback, useRef, useState } from 'react';
import type { Rules } from '#shared/embed/rule-types.ts';
import { areStorable, type BuilderState, identityOfRules, rulesIn, stateOf, takeIn } from './builder-state.ts';

type Synced = { state: BuilderState; identity: string };

/**
 * @param value the stored rules. @param onChange gets rules that can be stored, and only when they differ.
 * @returns the state, how to edit it, and whether what is complete can be stored as a whole. `epoch` grows whenever
 * rules came in from elsewhere.
 */
export function useBuilder(value: Rules, onChange: (rules: Rules) => void) {
  const [synced, setSynced] = useState<Synced>(() => ({ state: stateOf(value), identity: identityOfRules(value) }));
  const [epoch, setEpoch] = useState(0);
  const identity = identityOfRules(value);
  let current = synced;
  if (identity !== synced.identity) {
    current = { state: takeIn(synced.state, value), identity };
    setSynced(current);
    setEpoch(epoch + 1);
  }

  const latest = useRef({ synced: current, onChange });
  latest.current = { synced: current, onChange };
  const edit = useCallback((change: (state: BuilderState) => BuilderState) => {
    const { synced: before, onChange: tell } = latest.current;
    const state = change(before.state);
    const rules = rulesIn(state);
    const next = identityOfRules(rules);
    const isTold = next !== before.identity && areStorable(rules);
    const after = { state, identity: isTold ? next : before.identity };
    latest.current.synced = after;
    setSynced(after);
    if (isTold) tell(rules);
  }, []);

  return { state: current.state, edit, epoch, isStorable: areStorable(rulesIn(current.state)) };
}
