// Which rows of the list are selected.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** @returns the ids between two, both included, in the order of `ids`; the second alone when the first is not there. */
export function idsBetween(ids: readonly string[], one: string | null, other: string): readonly string[] {
  const [from, to] = [ids.indexOf(one ?? ''), ids.indexOf(other)].sort((a, b) => a - b) as [number, number];
  return from === -1 ? [other] : ids.slice(from, to + 1);
}

/**
 * @param shown the ids of the rows, in order. What a filter hides is not selected: nobody acts on what they don't see.
 * @returns the selected ids, in order; `toggle` is the same function at each render.
 */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => shown.filter((id) => chosen.has(id)), [shown, chosen]);
  const last = useRef<string | null>(null);
  const ids = useRef(shown);
  useEffect(() => {
    ids.current = shown;
  }, [shown]);

  /** @param isRange also those between this row and the last one that was toggled. */
  const toggle = useCallback((id: string, isOn: boolean, isRange: boolean) => {
    const changed = isRange ? idsBetween(ids.current, last.current, id) : [id];
    last.current = id;
    setChosen((before) => {
      const next = new Set(before);
      for (const one of changed) {
        if (isOn) next.add(one);
        else next.delete(one);
      }
      return next;
    });
  }, []);
  /** Exactly these. */
  const select = (ids: readonly string[]) => {
    last.current = null;
    setChosen(new Set(ids));
  };
  /** These, unless others are selected by now. */
  const reselect = (ids: readonly string[]) => setChosen((now) => (now.size > 0 ? now : new Set(ids)));
  return { selected, isSelected: (id: string) => chosen.has(id), toggle, select, reselect };
}
