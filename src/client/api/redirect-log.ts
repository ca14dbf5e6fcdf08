// Remembers the redirects to and from the login page, for the rule that tells loops; the last one stays in local
// storage by the specification's name, and in memory where that is blocked.
import {
  isBounce,
  isLoop,
  NO_REDIRECTS,
  noteRedirect,
  type Redirects,
  readLastRedirect,
  writeLastRedirect,
} from './redirect-rule.ts';
import type { SafeStorage } from './safe-storage.ts';

const KEY = 'lastAuthRedirectTime';

export type RedirectLog = {
  /** @returns whether sending somebody to the login page now would only turn them round. */
  isBounce(cameByRedirect: boolean): boolean;
  /** The guard is sending somebody to the login page. */
  noteGuard(): void;
  /** A redirect to or from the login page has happened. @returns whether it makes a loop */
  note(): boolean;
  /** A person went somewhere: redirects before that are no part of a loop. */
  notePerson(): void;
  /** Forgets everything, after a login or a loop. */
  clear(): void;
};

/** @param page names this loading of the app: letters and digits. */
export function createRedirectLog(storage: SafeStorage, now: () => number, page: string): RedirectLog {
  let redirects: Redirects = NO_REDIRECTS;
  let last: string | null = null;
  return {
    isBounce: (cameByRedirect) =>
      [last, storage.read(KEY)].some((text) => isBounce(readLastRedirect(text), page, cameByRedirect, now())),
    noteGuard() {
      last = writeLastRedirect({ at: now(), page });
      storage.write(KEY, last);
    },
    note() {
      redirects = noteRedirect(redirects, now());
      return isLoop(redirects);
    },
    notePerson() {
      redirects = NO_REDIRECTS;
    },
    clear() {
      redirects = NO_REDIRECTS;
      last = null;
      storage.remove(KEY);
    },
  };
}
