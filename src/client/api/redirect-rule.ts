// When redirects to and from the login page are a loop: the specification's section 4 as pure functions. The clock is
// passed in; who redirects is the guard's business.
//
// A loop is the app's own doing: one redirect after another without a person in between. What a person does — following
// a link, going back, loading a page, logging in — begins anew, so that neither leafing through guarded pages, nor two
// tabs opened at once, nor logging in within a second of an expiry is taken for one.
import { REDIRECT_BOUNCE, REDIRECT_LOOP_LIMIT, REDIRECT_LOOP_WINDOW } from '#shared/limits.ts';

/** Times (ms) of the redirects since a person last did something, oldest first. */
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

/** @returns the text kept under lastAuthRedirectTime. */
export const writeLastRedirect = ({ at, page }: LastRedirect): string => `${at} ${page}`;

/** @returns what `text` says, or null; a bare time is anybody's: its page is ''. */
export function readLastRedirect(text: string | null): LastRedirect | null {
  const found = /^(\d{1,16})(?: (\w+))?$/.exec(text ?? '');
  return found ? { at: Number(found[1]), page: found[2] ?? '' } : null;
}

/**
 * @param page this loading of the app. Another's redirect is another tab's, or from before a person loaded the page.
 * @param cameByRedirect whether the guarded address was reached by a redirect, not by a person.
 * @returns whether a redirect at `now` sends somebody back to where they have just come from: the last one is less
 * than a second old. A time ahead of the clock counts for nothing: the clock was set back.
 */
export function isBounce(last: LastRedirect | null, page: string, cameByRedirect: boolean, now: number): boolean {
  if (!last || last.at > now || now - last.at >= REDIRECT_BOUNCE) return false;
  return last.page === '' || (last.page === page && cameByRedirect);
}
