// Asks the server whether the address is verified by now: by itself after a second and whenever the tab is come back
// to, and when the user asks.
import { useCallback, useEffect, useRef, useState } from 'react';
import { faultOf } from '#client/api/faults.ts';
import { markVerified } from '#client/api/verified.ts';
import { VERIFICATION_AUTO_CHECK } from '#shared/limits.ts';
import { useReloadUser } from './queries.ts';
import { type CheckResult, countNetworkErrors } from './verification.ts';

export function useVerificationCheck(onVerified: () => void) {
  const reload = useReloadUser();
  const [networkErrors, setNetworkErrors] = useState(0);
  const [isChecking, setIsChecking] = useState(false);

  const ask = async (): Promise<CheckResult> => {
    try {
      const user = await reload();
      if (!user.emailVerified) return 'not-yet';
      markVerified(user);
      onVerified();
      return 'verified';
    } catch (error) {
      return faultOf(error).code === 'network' ? 'network' : 'failed';
    }
  };
  const askAndCount = async (): Promise<CheckResult> => {
    const result = await ask();
    setNetworkErrors((before) => countNetworkErrors(before, result));
    return result;
  };
  const check = async (): Promise<CheckResult> => {
    setIsChecking(true);
    const result = await askAndCount();
    setIsChecking(false);
    return result;
  };

  const latest = useRef(askAndCount);
  useEffect(() => {
    latest.current = askAndCount;
  });
  const checkQuietly = useCallback(() => void latest.current(), []);
  useEffect(() => {
    const timer = setTimeout(checkQuietly, VERIFICATION_AUTO_CHECK);
    const onShown = () => {
      if (document.visibilityState === 'visible') checkQuietly();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [checkQuietly]);

  return { check, isChecking, networkErrors };
}
