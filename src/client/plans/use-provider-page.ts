// Leads to a page of the payment provider: a checkout, or the portal.
import { useEffect, useState } from 'react';
import { failureOf } from '#client/auth/failures.ts';

/**
 * @returns `open`, which asks for an address and goes there. `busy` is the name of what was pressed, until this page is
 * gone; a second press meanwhile does nothing. `issue` is why it didn't work, `issueAt` the name of what was pressed then.
 */
export function useProviderPage<Name extends string>() {
  const [busy, setBusy] = useState<Name | null>(null);
  const [issue, setIssue] = useState<{ at: Name; text: string } | null>(null);
  useEffect(() => {
    // The browser may bring this page back as it was left: busy.
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(null);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  /** @param ask answers null when there is nothing to open after all. */
  const open = async (name: Name, ask: () => Promise<string | null>) => {
    if (busy !== null) return;
    setBusy(name);
    setIssue(null);
    try {
      const url = await ask();
      if (url !== null) return window.location.assign(url);
    } catch (error) {
      const { fields, message } = failureOf(error);
      setIssue({ at: name, text: fields[0]?.message ?? message });
    }
    setBusy(null);
  };
  return { open, busy, issue: issue?.text ?? null, issueAt: issue?.at ?? null };
}
