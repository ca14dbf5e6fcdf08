// Finds out, for the verification gate, whether the email address was confirmed: on demand, and by itself, wherever that
// happened. Retries when it gets no answer, or a server's error, with growing pauses; given up, it looks again when the
// connection is back or the tab is shown.
import { useCallback, useEffect, useRef, useState } from 'react';
import { markVerified } from '#client/auth/access.ts';
import { failureOf, isOffline, outageOf } from '#client/auth/failures.ts';
import { useAskVerified, useReloadUser } from '#client/data/account.ts';
import { VERIFICATION_AUTO_CHECK, VERIFICATION_RETRIES } from '#shared/limits.ts';
import { VERIFICATION } from '#shared/messages.ts';
import { SECOND } from '#shared/time.ts';

export type CheckResult = 'verified' | 'not-yet' | 'offline' | 'failed';
type Answer = { result: CheckResult; issue: string | null };

/** How often the account is read, so that a confirmation elsewhere is noticed within 5 s. */
const POLL = 4 * SECOND;
/** Before each retry. */
const RETRY_PAUSES = [2 * SECOND, 5 * SECOND, 10 * SECOND];

/**
 * @param failures checks in a row that failed.
 * @param issue of the latest.
 * @returns the message above the buttons, or null. After 3 retries it says to try again later.
 */
export function shownIssue(failures: number, issue: string | null): string | null {
  return failures > VERIFICATION_RETRIES ? VERIFICATION.tooMany : issue;
}

/** @returns how long (ms) to wait for the next check by itself; null after the last retry. */
export function nextCheckIn(failures: number): number | null {
  if (failures === 0) return POLL;
  return RETRY_PAUSES[failures - 1] ?? null;
}

/**
 * Checks after a second and every few seconds, whenever the tab is shown again or online, and on demand.
 * @param onChecked called at the end of each check: what it found is newer than whatever the page says.
 */
export function useVerificationCheck({ onVerified, onChecked }: { onVerified: () => void; onChecked: () => void }) {
  const askVerified = useAskVerified();
  const reload = useReloadUser();
  const [issue, setIssue] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);

  /** @param isQuiet whether nobody waits and nothing went wrong so far: then reading the account is enough. */
  const ask = async (isQuiet: boolean): Promise<Answer> => {
    try {
      const seen = isQuiet ? await reload() : await askVerified();
      if (!seen.emailVerified) return { result: 'not-yet', issue: null };
      // With a token of its own, as the specification has it; the account is already known.
      const user = isQuiet ? await askVerified().catch(() => seen) : seen;
      markVerified(user);
      onVerified();
      return { result: 'verified', issue: null };
    } catch (error) {
      const failure = failureOf(error);
      return {
        result: isOffline(failure) ? 'offline' : 'failed',
        issue: outageOf(failure, VERIFICATION.checkNetwork),
      };
    }
  };

  const latest = useRef({ ask, onChecked });
  useEffect(() => {
    latest.current = { ask, onChecked };
  });
  const failures = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isClosed = useRef(false);
  const run = useCallback(async (isQuiet: boolean): Promise<CheckResult> => {
    clearTimeout(timer.current);
    const { result, issue } = await latest.current.ask(isQuiet);
    if (isClosed.current || result === 'verified') return result;
    latest.current.onChecked();
    failures.current = issue === null ? 0 : failures.current + 1;
    setIssue(shownIssue(failures.current, issue));
    clearTimeout(timer.current);
    const pause = nextCheckIn(failures.current);
    if (pause !== null) timer.current = setTimeout(() => void run(failures.current === 0), pause);
    return result;
  }, []);

  useEffect(() => {
    isClosed.current = false;
    timer.current = setTimeout(() => void run(false), VERIFICATION_AUTO_CHECK);
    const again = () => void run(failures.current === 0);
    const onShown = () => {
      if (document.visibilityState === 'visible') again();
    };
    document.addEventListener('visibilitychange', onShown);
    window.addEventListener('online', again);
    return () => {
      isClosed.current = true;
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', onShown);
      window.removeEventListener('online', again);
    };
  }, [run]);

  const check = async (): Promise<CheckResult> => {
    setIsChecking(true);
    const result = await run(false);
    setIsChecking(false);
    return result;
  };
  return { check, isChecking, issue };
}
