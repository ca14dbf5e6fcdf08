// Finds out, for the verification gate, whether the email address was confirmed: on demand, and by itself, wherever that
// happened. Retries after network errors, with growing pauses, and when the connection is back.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAskVerified, useReloadUser } from '#client/data/account.ts';
import { VERIFICATION_AUTO_CHECK, VERIFICATION_RETRIES } from '#shared/limits.ts';
import { VERIFICATION } from '#shared/messages.ts';
import { SECOND } from '#shared/time.ts';
import { markVerified } from '../access.ts';
import { failureOf } from '../failures.ts';

export type CheckResult = 'verified' | 'not-yet' | 'network' | 'failed';

/** How often the account is read, so that a confirmation elsewhere is noticed within 5 s. */
const POLL = 4 * SECOND;
/** Before each retry after a network error, and then for good. */
const RETRY_PAUSES = [2 * SECOND, 5 * SECOND, 10 * SECOND];
const GIVEN_UP_POLL = 30 * SECOND;

/** @returns the number of consecutive checks failed by the network, given the latest `result`. */
export const countNetworkErrors = (before: number, result: CheckResult): number =>
  result === 'network' ? before + 1 : 0;

/** @returns the message above the buttons, or null. After 3 retries it says to try again later. */
export function networkIssue(networkErrors: number): string | null {
  if (networkErrors === 0) return null;
  return networkErrors > VERIFICATION_RETRIES ? VERIFICATION.tooMany : VERIFICATION.checkNetwork;
}

/** @returns how long (ms) to wait for the next check by itself. */
export function nextCheckIn(networkErrors: number): number {
  if (networkErrors === 0) return POLL;
  return RETRY_PAUSES[networkErrors - 1] ?? GIVEN_UP_POLL;
}

/** Checks after a second and every few seconds, whenever the tab is shown again or online, and on demand. */
export function useVerificationCheck(onVerified: () => void) {
  const askVerified = useAskVerified();
  const reload = useReloadUser();
  const [networkErrors, setNetworkErrors] = useState(0);
  const [isChecking, setIsChecking] = useState(false);

  /** @param isQuiet whether nobody waits and nothing went wrong so far: then reading the account is enough. */
  const ask = async (isQuiet: boolean): Promise<CheckResult> => {
    try {
      const seen = isQuiet ? await reload() : await askVerified();
      if (!seen.emailVerified) return 'not-yet';
      // With a token of its own, as the specification has it; the account is already known.
      const user = isQuiet ? await askVerified().catch(() => seen) : seen;
      markVerified(user);
      onVerified();
      return 'verified';
    } catch (error) {
      return failureOf(error).code === 'network' ? 'network' : 'failed';
    }
  };

  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const errors = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isClosed = useRef(false);
  const run = useCallback(async (isQuiet: boolean): Promise<CheckResult> => {
    clearTimeout(timer.current);
    const result = await latest.current(isQuiet);
    if (isClosed.current || result === 'verified') return result;
    errors.current = countNetworkErrors(errors.current, result);
    setNetworkErrors(errors.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void run(errors.current === 0), nextCheckIn(errors.current));
    return result;
  }, []);

  useEffect(() => {
    isClosed.current = false;
    timer.current = setTimeout(() => void run(false), VERIFICATION_AUTO_CHECK);
    const again = () => void run(errors.current === 0);
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
  return { check, isChecking, networkErrors };
}
