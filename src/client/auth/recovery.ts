// Auth recovery (spec 4): when redirects to and from the login page are a loop, and the one reload that may repair a
// session without a user. What has to survive a reload is in local storage, under the names of the specification.
import { REDIRECT_BOUNCE, REDIRECT_LOOP_LIMIT, REDIRECT_LOOP_WINDOW, RELOAD_FLAG_LIFE } from '#shared/limits.ts';
import type { Browser, SafeStorage } from './browser.ts';

const LAST_REDIRECT = 'lastAuthRedirectTime';
const ATTEMPTED = 'authStateFixAttempted';
const CORRUPTED = 'authStateCorrupted';

/**
 * Times (ms) of the redirects since a person last did something, oldest first. A loop is the app's own doing: following
 * a link, going back, loading a page or logging in begins anew. So neither leafing through protected pages, nor two
 * tabs opened at once, nor a login within a second of an expiry counts as one.
 */
export type Redirects = readonly number[];

export const NO_REDIRECTS: Redirects = [];

/** @returns the redirects with one at `now` added; those past the window are dropped. */
export const noteRedirect = (redirects: Redirects, now: number): Redirects => [
  ...redirects.filter((at) => now - at < REDIRECT_LOOP_WINDOW),
  now,
];

/** @returns whether they are more than 3 within 2 s. */
export const isLoop = (redirects: Redirects): boolean => redirects.length > REDIRECT_LOOP_LIMIT;

/** The guard's last redirect: when (ms), and which loading of the app made it. */
export type LastRedirect = { at: number; page: string };

/** @returns the text stored under lastAuthRedirectTime. */
export const writeLastRedirect = ({ at, page }: LastRedirect): string => `${at} ${page}`;

/** @returns what `text` says, or null. A time alone may be of any page: its page is ''. */
export function readLastRedirect(text: string | null): LastRedirect | null {
  const found = /^(\d{1,16})(?: (\w+))?$/.exec(text ?? '');
  return found ? { at: Number(found[1]), page: found[2] ?? '' } : null;
}

/**
 * @param page this loading of the app. A redirect of another page is another tab's, or from before a person's reload.
 * @param cameByRedirect whether the protected address was reached by a redirect, not by a person.
 * @returns whether a redirect at `now` sends somebody back to where they just came from: the last one is less than a
 * second old. A time ahead of the clock counts for nothing: the clock was set back.
 */
export function isBounce(last: LastRedirect | null, page: string, cameByRedirect: boolean, now: number): boolean {
  if (!last || last.at > now || now - last.at >= REDIRECT_BOUNCE) return false;
  return last.page === '' || (last.page === page && cameByRedirect);
}

export type RedirectLog = {
  /** @returns whether redirecting to the login page now would only send somebody back. */
  isBounce(cameByRedirect: boolean): boolean;
  /** The guard is redirecting to the login page. */
  noteGuard(): void;
  /** A redirect to or from the login page has happened. @returns whether it makes a loop */
  note(): boolean;
  /** A person went somewhere: earlier redirects are no part of a loop. */
  notePerson(): void;
  /** Forgets everything, after a login or a loop. */
  clear(): void;
};

/**
 * The last redirect is also in memory, for where storage is blocked.
 * @param page names this loading of the app: letters and digits.
 */
export function createRedirectLog(storage: SafeStorage, now: () => number, page: string): RedirectLog {
  let redirects: Redirects = NO_REDIRECTS;
  let last: string | null = null;
  return {
    isBounce: (cameByRedirect) =>
      [last, storage.read(LAST_REDIRECT)].some((text) => isBounce(readLastRedirect(text), page, cameByRedirect, now())),
    noteGuard() {
      last = writeLastRedirect({ at: now(), page });
      storage.write(LAST_REDIRECT, last);
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
      storage.remove(LAST_REDIRECT);
    },
  };
}

/**
 * @param attempted what is stored under authStateFixAttempted: the time (ms) of the reload.
 * @returns how much longer (ms) that reload counts as the attempt; 0 without one, or after 10 s. Anything that is no
 * time, or ahead of the clock, counts as a reload of just now.
 */
export function flagLife(attempted: string | null, now: number): number {
  if (attempted === null) return 0;
  const age = now - Number(attempted);
  if (Number.isNaN(age) || age < 0) return RELOAD_FLAG_LIFE;
  return Math.max(0, RELOAD_FLAG_LIFE - age);
}

export type StateRepair = {
  /** Reloads the page. @returns false when that was tried already, or cannot be remembered: time to log in again */
  attempt(): boolean;
  /** Clears the flags when they are 10 s old; called once a page. */
  expireFlags(): void;
};

export function createStateRepair(browser: Pick<Browser, 'storage' | 'now' | 'wait' | 'reload'>): StateRepair {
  const { storage, now, wait, reload } = browser;
  const clear = () => {
    storage.remove(ATTEMPTED);
    storage.remove(CORRUPTED);
  };
  return {
    attempt() {
      if (flagLife(storage.read(ATTEMPTED), now()) > 0) {
        clear();
        return false;
      }
      // Without the flag the page would reload for ever.
      if (!storage.write(ATTEMPTED, String(now()))) return false;
      storage.write(CORRUPTED, 'true');
      reload();
      return true;
    },
    expireFlags() {
      const attempted = storage.read(ATTEMPTED);
      if (attempted === null) return;
      void wait(flagLife(attempted, now())).then(() => {
        // Another attempt may have been made meanwhile, with ten seconds of its own.
        if (storage.read(ATTEMPTED) === attempted) clear();
      });
    },
  };
}
