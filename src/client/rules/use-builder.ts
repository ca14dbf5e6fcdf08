// A builder's state in React: what was typed, in step with the rules that are stored, and kept while it isn't finished.
import { useCallback, useEffect, useRef, useState } from 'react';
import { createSafeStorage } from '#client/auth/browser.ts';
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

type Synced = { state: BuilderState; identity: string };

/** @returns the text that is kept: without the rows' keys, which are new wherever it is read. */
const textOf = (synced: Synced): string =>
  JSON.stringify(synced, (name, value) => (name === 'key' ? undefined : value));

/** Where a builder's state is kept while something in it isn't handed out, as text; null for nothing. */
export type DraftsStore = { read(): string | null; write(text: string | null): void };

const tabStore = createSafeStorage(() => window.sessionStorage);

/** @returns a store for as long as the tab is open. */
export const tabDrafts = (key: string): DraftsStore => ({
  read: () => tabStore.read(key),
  write: (text) => void (text === null ? tabStore.remove(key) : tabStore.write(key, text)),
});

/** @returns what was kept, brought up to date; null if there is nothing, or nothing that this version can show. */
function readDrafts(drafts: DraftsStore | undefined, value: Rules, identity: string): BuilderState | null {
  try {
    const kept: Partial<Synced> | null = JSON.parse(drafts?.read() ?? 'null');
    const read = readState(kept?.state);
    const state = read && withNewKeys(read);
    return state && kept?.identity !== identity ? takeIn(state, value) : state;
  } catch {
    return null;
  }
}

type BuilderOptions = {
  /** The stored rules. */
  value: Rules;
  /** Gets rules that can be stored, and only when they differ. */
  onChange: (rules: Rules) => void;
  /** Without it, what is unfinished goes when the builder goes. Must stay the same object. */
  drafts: DraftsStore | undefined;
};

/**
 * @returns the state, how to edit it, and whether what is complete can be stored as a whole. `epoch` grows whenever
 * rules came in from elsewhere.
 */
export function useBuilder({ value, onChange, drafts }: BuilderOptions) {
  const identity = identityOfRules(value);
  const [synced, setSynced] = useState<Synced>(() => ({
    state: readDrafts(drafts, value, identity) ?? stateOf(value),
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
  const excess = excessOf(rulesIn(state));
  const hasDrafts = excess !== null || hasUnfinished(state);

  const latest = useRef({ synced: current, onChange });
  latest.current = { synced: current, onChange };
  useEffect(() => drafts?.write(hasDrafts ? textOf(current) : null), [drafts, hasDrafts, current]);
  const edit = useCallback((change: (state: BuilderState) => BuilderState) => {
    const { synced: before, onChange: tell } = latest.current;
    const after = change(before.state);
    const rules = rulesIn(after);
    const next = identityOfRules(rules);
    const isTold = next !== before.identity && excessOf(rules) === null;
    const edited = { state: after, identity: isTold ? next : before.identity };
    latest.current.synced = edited;
    setSynced(edited);
    if (isTold) tell(rules);
  }, []);

  return { state, edit, epoch, excess };
}
