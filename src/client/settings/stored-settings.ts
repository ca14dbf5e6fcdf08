// The widget's settings in this tab: the server's, the unsaved changes on top of them, and saving. A save sends only changed
// settings, so that two tabs changing different settings lose nothing. Where both change the
// same one, the last save wins, and the other tab is told. Nothing here knows React or the network.
import { failureOf, isTransient } from '#client/auth/failures.ts';
import { SETTINGS_AUTO_SAVE } from '#shared/limits.ts';
import { createHistory } from './history.ts';
import { createOvertaken } from './overtaken.ts';
import {
  DEFAULT_SETTINGS,
  differingPaths,
  isSameValue,
  patchOf,
  pathsOf,
  pick,
  type SettingChanges,
  type SettingPath,
  valueAt,
  valuesAt,
  withChanges,
} from './paths.ts';
import {
  createStates,
  issuesBeforeSaving,
  issuesOf,
  ownState,
  type SaveState,
  type SettingIssue,
  type SettingsEffects,
  type Snapshot,
  type StoredSettings,
} from './source.ts';

const RETRY_FIRST = 2_000;
const RETRY_MAX = 30_000;

export function createStoredSettings(effects: SettingsEffects, first: Snapshot): StoredSettings {
  let { settings: saved, revision } = first;
  let pending: SettingChanges = {};
  let sending: SettingChanges | null = null;
  let current = Promise.resolve();
  /** A second save was sent before the first was answered, because the page was closing. */
  let isAhead = false;
  let isStopped = false;
  let failure: Extract<SaveState, { kind: 'failed' | 'gone' }> | null = null;
  let retries = 0;
  let isStored = true;
  let keptText = '';
  let cancelTimer = () => {};
  const refused = new Map<SettingPath, readonly SettingIssue[]>();
  /** Settings of a save whose outcome is unknown: only another save makes sure. */
  const unclear = new Set<SettingPath>();
  const history = createHistory(effects.now);
  const kept = effects.unsaved.read(saved);
  const overtaken = createOvertaken(kept.overtaken);
  const states = createStates((path) => ownState(own, path, refused.get(path)));

  let own = saved;
  let state: SaveState = { kind: 'saved' };

  const sendable = () => pick(pending, (path) => !refused.has(path));
  const isEmpty = (changes: SettingChanges) => pathsOf(changes).length === 0;

  function findState(): SaveState {
    if (failure?.kind === 'gone') return failure;
    const isOpen = !isEmpty(sendable());
    // Nothing is left to save once the last change is undone, or was saved although its answer was lost.
    if (failure && isOpen) return failure;
    if (sending || isOpen) return { kind: 'saving' };
    return refused.size > 0 ? { kind: 'refused', paths: [...refused.keys()] } : { kind: 'saved' };
  }

  /** Stores unsaved changes in the browser, but only if they differ from the stored ones: storage is slow. */
  function keep(): void {
    const waiting = overtaken.neverSaved();
    const text = JSON.stringify([pending, waiting]);
    if (text === keptText) return;
    keptText = text;
    isStored = effects.unsaved.write(pending, saved, waiting);
  }

  function emit(): void {
    own = withChanges(saved, pending);
    const next = findState();
    if (!isSameValue(next, state)) state = next;
    keep();
    states.changed();
  }

  function schedule(ms: number): void {
    cancelTimer();
    if (!isStopped) cancelTimer = effects.later(save, ms);
  }

  /** @returns whether the server has this value, and no save with another value can be in flight. */
  const isSaved = (path: SettingPath) =>
    isSameValue(pending[path], valueAt(saved, path)) && sending?.[path] === undefined && !unclear.has(path);

  /** Makes these the owner's values, and saves them in a second. */
  function put(changes: SettingChanges, claim = overtaken.claim): void {
    if (isEmpty(changes)) return;
    for (const path of pathsOf(changes)) {
      refused.delete(path);
      for (const issue of issuesBeforeSaving(path, changes[path])) refused.set(path, [issue]);
    }
    claim(pathsOf(changes));
    pending = { ...pending, ...changes };
    pending = pick(pending, (path) => !isSaved(path));
    schedule(SETTINGS_AUTO_SAVE);
    emit();
  }

  function receive(snapshot: Snapshot, sent: SettingChanges = {}): void {
    if (snapshot.revision < revision) {
      // Somebody else's later save is already known, and this one came before it.
      const lost = pick(sent, (path) => !isSameValue(sent[path], valueAt(saved, path)) && pending[path] === undefined);
      overtaken.replace(lost, saved);
      emit();
      return;
    }
    const differing = differingPaths(saved, snapshot.settings);
    const changedElsewhere = differing.filter((path) => sent[path] === undefined && pending[path] === undefined);
    overtaken.replace(valuesAt(saved, changedElsewhere), snapshot.settings);
    // A value that this tab sent stays the same object, so that nothing renders again when it is saved.
    const taken = differing.map((path) => {
      const value = valueAt(snapshot.settings, path);
      return [path, isSameValue(sent[path], value) ? sent[path] : value];
    });
    saved = withChanges(saved, Object.fromEntries(taken));
    revision = snapshot.revision;
    pending = pick(pending, (path) => !isSaved(path));
    emit();
  }

  function fail(error: unknown, sent: SettingChanges): void {
    const found = failureOf(error);
    if (isTransient(error)) for (const path of pathsOf(sent)) unclear.add(path);
    const issues = issuesOf(found, sent);
    for (const [path, its] of issues) {
      // A value typed in the meantime has not been refused.
      if (isSameValue(pending[path], sent[path])) refused.set(path, its);
    }
    if (issues.size > 0) {
      failure = null;
      return;
    }
    const isRetrying = found.status === 429 || (isTransient(error) && found.code !== 'superseded');
    failure = found.status === 404 ? { kind: 'gone' } : { kind: 'failed', message: found.message, isRetrying };
    if (isRetrying) schedule(Math.min(RETRY_MAX, RETRY_FIRST * 2 ** retries++));
  }

  function save(): void {
    if (!sending && !isAhead) current = attempt();
  }

  async function attempt(): Promise<void> {
    cancelTimer();
    const sent = sendable();
    if (isEmpty(sent) || isStopped) return;
    sending = sent;
    const wasUnclear = pathsOf(sent).filter((path) => unclear.delete(path));
    emit();
    try {
      const snapshot = await effects.save(patchOf(sent));
      failure = null;
      retries = 0;
      sending = null;
      // Values that a save sent before this answer arrived may have replaced are sent again.
      pending = pick(pending, (path) => unclear.has(path) || !isSameValue(pending[path], sent[path]));
      receive(snapshot, sent);
      effects.announce(snapshot.revision);
    } catch (error) {
      sending = null;
      for (const path of wasUnclear) unclear.add(path);
      fail(error, sent);
    }
    // Changes made while this save was in flight.
    if (!failure && !isEmpty(sendable())) schedule(SETTINGS_AUTO_SAVE);
    emit();
  }

  /** Sends all changes again before the page closes. The next save finds out whether they arrived. */
  async function saveAhead(): Promise<void> {
    const sent = sendable();
    if (isAhead || isStopped || isSameValue(sent, sending)) return;
    isAhead = true;
    for (const path of pathsOf(sent)) if (!isSameValue(sent[path], sending?.[path])) unclear.add(path);
    await effects.save(patchOf(sent)).catch(() => {});
    isAhead = false;
    if (!isEmpty(sendable())) schedule(SETTINGS_AUTO_SAVE);
  }

  async function saveNow(isLeaving = false): Promise<void> {
    if (sending && isLeaving) return saveAhead();
    if (sending) await current;
    save();
    await current;
  }

  if (isEmpty(kept.changes)) emit();
  else {
    history.record(valuesAt(saved, pathsOf(kept.changes)), kept.changes);
    put(kept.changes);
  }

  const realOf = (changes: SettingChanges) =>
    pick(changes, (path) => !isSameValue(changes[path], valueAt(own, path)) || refused.has(path));

  /** @param isWhole whether it is a step of its own, however soon it follows another. */
  function change(changes: SettingChanges, isWhole = false): void {
    const real = realOf(changes);
    if (isEmpty(real)) return;
    history.record(valuesAt(own, pathsOf(real)), real, isWhole);
    put(real);
  }

  async function saveWhole(changes: SettingChanges): Promise<void> {
    // Earlier changes are no part of it.
    await saveNow();
    while (sending) await current;
    if (isStopped) throw new Error('These settings are closed');
    const isKnown = (path: SettingPath) => isSameValue(changes[path], valueAt(saved, path)) && !unclear.has(path);
    const sent = pick(changes, (path) => !isKnown(path) || pending[path] !== undefined);
    if (isEmpty(sent)) return;
    const saving = sendWhole(sent);
    current = saving.catch(() => {});
    await saving;
  }

  async function sendWhole(sent: SettingChanges): Promise<void> {
    cancelTimer();
    const paths = pathsOf(sent);
    const before = valuesAt(own, paths);
    sending = sent;
    emit();
    try {
      const snapshot = await effects.save(patchOf(sent));
      sending = null;
      // Values set in the meantime are newer.
      const isLatest = (path: SettingPath) => isSameValue(valueAt(own, path), before[path]);
      const step = pick(realOf(sent), isLatest);
      if (!isEmpty(step)) history.record(valuesAt(own, pathsOf(step)), step, true);
      overtaken.claim(paths);
      pending = pick(pending, (path) => sent[path] === undefined || !isLatest(path));
      for (const path of paths) if (pending[path] === undefined) refused.delete(path);
      receive(snapshot, sent);
      effects.announce(snapshot.revision);
    } catch (error) {
      sending = null;
      // It may have arrived: only another save makes sure that none of it stays.
      if (isTransient(error)) {
        for (const path of paths) unclear.add(path);
        put(valuesAt(own, paths), () => {});
      }
      throw error;
    } finally {
      if (!isEmpty(sendable())) schedule(SETTINGS_AUTO_SAVE);
      emit();
    }
  }

  return {
    settings: () => own,
    isReadOnly: () => false,
    state: states.state,
    subscribe: states.subscribe,
    change,
    saveWhole,
    reset: (paths) => change(valuesAt(DEFAULT_SETTINGS, paths)),
    saveState: () => state,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    undo: () => put(history.undo() ?? {}),
    redo: () => put(history.redo() ?? {}),
    saveNow,
    receive,
    overtaken: overtaken.values,
    settleOvertaken(keep) {
      const mine = overtaken.values();
      overtaken.settle(keep);
      if (keep === 'mine') change(mine, true);
      emit();
    },
    isAtRisk: () => !isStored && !isEmpty(pending),
    stop() {
      isStopped = true;
      cancelTimer();
      states.stop();
    },
  };
}
