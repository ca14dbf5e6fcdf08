// What was typed and not saved when a session ended: kept until its author logs in again, and then put back where it was
// typed. Only in this page's memory, and only for its author: a logout, or anybody else's login, deletes it.
import { createContext, use, useEffect, useEffectEvent } from 'react';

/** How a form is found again. */
export type FormPlace = {
  /** Of the form and what it is about, such as `site:<id>`. */
  name: string;
  /** What its dialog was opened with: given to useReopened, and only what was opened with it again gets the values. */
  opened?: unknown;
  /** Kept even if nothing was typed, so that its dialog opens again. */
  isKeptUnchanged?: boolean;
};

type Draft = { opened: unknown; values: object };

/** What matters of a session. */
type Session = {
  state(): { status: string; reason?: string; user?: { _id: string } };
  subscribe(listener: () => void): unknown;
};

export function createKeptDrafts(session: Session) {
  const drafts = new Map<string, Draft>();
  let author: string | undefined;
  const hasExpired = () => {
    const { status, reason } = session.state();
    return status === 'out' && reason === 'expired';
  };
  session.subscribe(() => {
    const { status, user } = session.state();
    if (status === 'in' && user?._id !== author) drafts.clear();
    if (status === 'in') author = user?._id;
    else if (status === 'out' && !hasExpired()) drafts.clear();
  });
  return {
    /** @returns whether the session has ended without its user's doing. */
    hasExpired,
    /** Keeps a form's values, in place of any earlier ones. */
    keep: (name: string, draft: Draft) => void drafts.set(name, draft),
    find: (name: string) => drafts.get(name),
    /** @returns the values of what was opened with the same, only once. */
    take(name: string, opened: unknown): object | null {
      const found = drafts.get(name);
      if (!found || found.opened !== opened) return null;
      drafts.delete(name);
      return found.values;
    },
  };
}

export type KeptDrafts = ReturnType<typeof createKeptDrafts>;

export const KeptDraftsContext = createContext<KeptDrafts | null>(null);

export function useKeptDrafts(): KeptDrafts {
  const drafts = use(KeptDraftsContext);
  if (!drafts) throw new Error('There is no KeptDraftsContext around this');
  return drafts;
}

/** Opens a form's dialog again, with what it was opened with, if its session ended. @param name undefined until it is known. */
export function useReopened<Opened>(name: string | undefined, open: (opened: Opened) => void): void {
  const drafts = useKeptDrafts();
  const reopen = useEffectEvent(open);
  useEffect(() => {
    const found = name === undefined ? undefined : drafts.find(name);
    if (found) reopen(found.opened as Opened);
  }, [drafts, name]);
}
