// When an access token is refreshed and when it may not be: the specification's section 4 as pure functions. The clock is
// passed in; who refreshes is the session's business.
import { TOKEN_MAX_AGE, TOKEN_REFRESH_LIMIT, TOKEN_REFRESH_WINDOW } from '#shared/limits.ts';

/** Times (ms) of the refreshes since the last answer that succeeded, oldest first. */
export type RefreshAttempts = readonly number[];

/** What any successful answer makes of the attempts: it ends the count. */
export const NO_ATTEMPTS: RefreshAttempts = [];

const withinWindow = (attempts: RefreshAttempts, now: number) =>
  attempts.filter((at) => now - at < TOKEN_REFRESH_WINDOW);

/** @returns whether another refresh may be tried at `now`: fewer than 3 in the 60 s before it. */
export const mayRefresh = (attempts: RefreshAttempts, now: number): boolean =>
  withinWindow(attempts, now).length < TOKEN_REFRESH_LIMIT;

/** @returns the attempts with one at `now` added; those past the window are dropped. */
export const noteRefresh = (attempts: RefreshAttempts, now: number): RefreshAttempts => [
  ...withinWindow(attempts, now),
  now,
];

/** @returns whether a token taken at `takenAt` is older than 30 minutes and is to be renewed before it is used. */
export const isTokenOld = (takenAt: number, now: number): boolean => now - takenAt > TOKEN_MAX_AGE;
