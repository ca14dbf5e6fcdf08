// Auth recovery (spec 4): detects redirect loops around the login page and decides on the one reload that may repair a
// session without a user. Whatever must survive a reload is in local storage, under the specification's keys.
import { REDIRECT_BOUNCE, REDIRECT_LOOP_LIMIT, REDIRECT_LOOP_WINDOW, RELOAD_FLAG_LIFE } from '#shared/limits.ts';
import type { Browser, SafeStorage } from './browser.ts';

const LAST_REDIRECT = 'lastAuthRedirectTime';
const ATTEMPTED = 'authStateFixAttempted';
const CORRUPTED = 'authStateCorrupted';

/** The guard's last redirect: when it happened (ms), and in which load of the app. */
type LastRedirect = { at: number; page: string };

/** @returns the redirect in a stored text, or null. A bare time could belong to any page load, so its page is ''. */
function parseLastRedirect(text: string | null): LastRedirect | null {
  const found = /^(\d{1,16})(?: (\w+))?$/.exec(text ?? '');
  return found ? { at: Number(found[1]), page: found[2] ?? '' } : null;
}

/**
 * Also keeps the last redirect in memory, in case storage is blocked.
 * @param page identifies this load of the app, in letters and digits: a redirect from another load belongs to another
 * tab or predates a reload.
 */
export function createRedirectLog(storage: SafeStorage, now: () => number, page: string) {
  /**
   * Times (ms) since the last user action, oldest first. Only redirects made by the app itself form a loop: following a
   * link, going back, loading a page or logging in starts over. So quickly paging through protected screens, opening
   * two tabs at once or logging in within a second of an expiry is not a loop.
   */
  let redirects: number[] = [];
  let last: string | null = null;
  return {
    /**
     * @param arrivedByRedirect whether a redirect, not the user, led to the protected address.
     * @returns whether a redirect to the login page would send users straight back where they came from: the last one
     * is less than a second old. A time in the future is ignored, because the clock was set back.
     */
    isBounce: (arrivedByRedirect: boolean): boolean =>
      [last, storage.read(LAST_REDIRECT)].some((text) => {
        const found = parseLastRedirect(text);
        if (!found || found.at > now() || now() - found.at >= REDIRECT_BOUNCE) return false;
        return found.page === '' || (found.page === page && arrivedByRedirect);
      }),
    /** Records that the guard is redirecting to the login page. */
    recordGuardRedirect(): void {
      last = `${now()} ${page}`;
      storage.write(LAST_REDIRECT, last);
    },
    /** Records a redirect to or from the login page. @returns whether it completes a loop: more than 3 within 2 s. */
    record(): boolean {
      redirects = [...redirects.filter((at) => now() - at < REDIRECT_LOOP_WINDOW), now()];
      return redirects.length > REDIRECT_LOOP_LIMIT;
    },
    /** The user navigated, so earlier redirects no longer count. */
    recordNavigation(): void {
      redirects = [];
    },
    /** Forgets everything, after a login or a loop. */
    clear(): void {
      redirects = [];
      last = null;
      storage.remove(LAST_REDIRECT);
    },
  };
}

/**
 * @param attempted the value of authStateFixAttempted: the time (ms) of the reload.
 * @returns how much longer (ms) that reload counts as the one attempt; 0 if there was none or it is over 10 s old. An
 * invalid time, or one in the future, counts as a reload that just happened.
 */
export function remainingFlagLife(attempted: string | null, now: number): number {
  if (attempted === null) return 0;
  const age = now - Number(attempted);
  if (Number.isNaN(age) || age < 0) return RELOAD_FLAG_LIFE;
  return Math.max(0, RELOAD_FLAG_LIFE - age);
}

export function createStateRepair(browser: Pick<Browser, 'storage' | 'now' | 'wait' | 'reload'>) {
  const { storage, now, wait, reload } = browser;
  const clear = () => {
    storage.remove(ATTEMPTED);
    storage.remove(CORRUPTED);
  };
  return {
    /** Reloads the page. @returns false if that was tried already or cannot be remembered: the user has to log in again */
    attempt(): boolean {
      if (remainingFlagLife(storage.read(ATTEMPTED), now()) > 0) {
        clear();
        return false;
      }
      // Without the flag, the page would reload forever.
      if (!storage.write(ATTEMPTED, String(now()))) return false;
      storage.write(CORRUPTED, 'true');
      reload();
      return true;
    },
    /** Clears the flags once they are 10 s old. Call it once per page load. */
    expireFlags(): void {
      const attempted = storage.read(ATTEMPTED);
      if (attempted === null) return;
      void wait(remainingFlagLife(attempted, now())).then(() => {
        // A newer attempt gets ten seconds of its own.
        if (storage.read(ATTEMPTED) === attempted) clear();
      });
    },
  };
}
