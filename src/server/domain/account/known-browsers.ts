// Known browsers: those where an account's password was right before, or was just reset. Wrong passwords entered elsewhere
// cannot lock them out. A browser keeps one mark for each account. Marks name nobody, and die with the password.
import { KNOWN_BROWSER_DAYS } from '#shared/limits.ts';
import { DAY } from '#shared/time.ts';
import { hashOf } from '../../db/hash.ts';
import type { StoredUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';

type Account = Pick<StoredUser, 'id' | 'passwordHash'>;

/** How many accounts can know one browser; the longest unused mark makes room. */
const MARKS_MAX = 5;

/** @returns a text that changes with the password and tells nothing about it; also for no account, or no password. */
export const passwordStamp = (account: Account | undefined): string => hashOf(account?.passwordHash ?? '').slice(0, 32);

/** A mark is `<random id>.<expiry, ms in base 36>.<signature>`. */
const split = (marks: string | null) =>
  (marks ?? '')
    .split('~')
    .slice(0, MARKS_MAX)
    .filter((mark) => /^[\w-]{22}\.[a-z\d]{8,9}\.[\w-]{43}$/.test(mark));

const signedText = (account: Account | undefined, id: string, expiry: string) =>
  [account?.id ?? '', passwordStamp(account), id, expiry].join('.');

/**
 * @param account undefined when there is none: that takes as long as a browser that isn't known.
 * @param marks what the browser sent.
 * @returns the id of the mark that makes the browser known to the account, or null.
 */
export function knownMark(deps: Deps, account: Account | undefined, marks: string | null): string | null {
  let known: string | null = null;
  for (const mark of split(marks)) if (isMarkOf(deps, account, mark)) known ??= mark.split('.')[0] ?? null;
  return known;
}

function isMarkOf(deps: Deps, account: Account | undefined, mark: string): boolean {
  const [id = '', expiry = '', signature = ''] = mark.split('.');
  const isLive = Number.parseInt(expiry, 36) > deps.clock.now();
  return deps.tokens.isMark(signedText(account, id, expiry), signature) && isLive;
}

/**
 * @param account whose password has just been proved or set.
 * @returns the marks for the browser to keep: a fresh one for this account, and those of other accounts.
 */
export function addMark(deps: Deps, account: Account, marks: string | null): string {
  // The same id again, so that its count of wrong passwords goes on.
  const id = knownMark(deps, account, marks) ?? deps.ids.secret(16);
  const expiry = (deps.clock.now() + KNOWN_BROWSER_DAYS * DAY).toString(36);
  const others = split(marks).filter((mark) => !isMarkOf(deps, account, mark));
  const own = `${id}.${expiry}.${deps.tokens.signMark(signedText(account, id, expiry))}`;
  return [own, ...others].slice(0, MARKS_MAX).join('~');
}
