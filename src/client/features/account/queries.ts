// The account's calls. What they change in the session is done here, so that a screen only says what to show.
import { useSession } from '#client/api/session-context.tsx';
import { trpc } from '#client/api/trpc.ts';
import { clearVerified } from '#client/api/verified.ts';

/** Registers and signs in; the new user is not verified yet. */
export function useRegister() {
  const session = useSession();
  return trpc.auth.register.useMutation({ onSuccess: (signedIn) => session.accept(signedIn) });
}

export function useLogin() {
  const session = useSession();
  return trpc.auth.login.useMutation({ onSuccess: (signedIn) => session.accept(signedIn) });
}

/** Ends the session. */
export function useLogout() {
  const session = useSession();
  return trpc.auth.logout.useMutation({
    onSuccess() {
      clearVerified();
      session.end();
    },
  });
}

/** @returns a function that asks the server for the account as it is now, and keeps it. */
export function useReloadUser() {
  const session = useSession();
  const utils = trpc.useUtils();
  return async () => {
    const user = await utils.auth.me.fetch(undefined, { staleTime: 0, retry: false });
    session.setUser(user);
    return user;
  };
}

export const useSendVerification = () => trpc.auth.sendVerificationEmail.useMutation();

/** Whether mails of this installation go out at all. */
export const useInstallation = () => trpc.meta.info.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
