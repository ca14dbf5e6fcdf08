// What a form does for a draft: saves it when the session ends, and restores it after the login.
import { useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { useSession } from '#client/auth/session-context.tsx';
import { Alert } from '#client/ui/alert.tsx';

/**
 * @param savedValues what was saved when the last session ended.
 * @param keep saves the values; null while there is nothing worth saving.
 */
export function useKeptDraft<Values extends FieldValues, Output>(
  { reset, getValues }: Pick<UseFormReturn<Values, unknown, Output>, 'reset' | 'getValues'>,
  savedValues: Values | undefined,
  keep: ((values: Values) => void) | null,
): void {
  const session = useSession();
  useEffect(() => {
    if (savedValues) reset(savedValues as DefaultValues<Values> & Values, { keepDefaultValues: true });
  }, [reset, savedValues]);
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      const auth = session.state();
      if (auth.status === 'out' && auth.reason === 'expired') keep?.(getValues());
    };
  });
  useEffect(() => () => leave.current(), []);
}

export const KeptDraftNote = () => (
  <div className="mb-6">
    <Alert tone="info">Your session ended, but we saved your draft.</Alert>
  </div>
);
