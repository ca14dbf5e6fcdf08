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

/** Signs in by a single sign-on token. */
export function useSso() {
  const session = useSession();
  return trpc.auth.sso.useMutation({ onSuccess: (signedIn) => session.accept(signedIn) });
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

export const useForgotPassword = () => trpc.auth.forgotPassword.useMutation();

/** Sets a new password by a mailed link. The account's sessions end with it, one of this browser too. */
export function useResetPassword() {
  const logout = useLogout();
  const session = useSession();
  return trpc.auth.resetPassword.useMutation({
    // Whoever is signed in here, be it as another user, is signed out for good before the new password is asked for.
    async onSuccess() {
      if (session.state().status === 'in') await logout.mutateAsync(undefined).catch(() => session.end());
    },
  });
}

export function useUpdateProfile() {
  const session = useSession();
  return trpc.auth.updateMe.useMutation({ onSuccess: (user) => session.setUser(user) });
}

/** Changes the password; the other sessions end. */
export function useChangePassword() {
  const utils = trpc.useUtils();
  return trpc.auth.changePassword.useMutation({ onSuccess: () => utils.auth.sessions.invalidate() });
}

/** Where the account is signed in; asked anew each time it is looked at. */
export const useSessions = () => trpc.auth.sessions.useQuery(undefined, { staleTime: 0 });

export function useEndSession() {
  const utils = trpc.useUtils();
  return trpc.auth.endSession.useMutation({ onSettled: () => utils.auth.sessions.invalidate() });
}

export function useEndOtherSessions() {
  const utils = trpc.useUtils();
  return trpc.auth.endOtherSessions.useMutation({ onSettled: () => utils.auth.sessions.invalidate() });
}

/** Removes the account; nobody is signed in then. */
export function useDeleteAccount() {
  const session = useSession();
  return trpc.auth.deleteMe.useMutation({
    onSuccess() {
      clearVerified();
      session.end();
    },
  });
}

export const useSendVerification = () => trpc.auth.sendVerificationEmail.useMutation();

/** Whether mails of this installation go out at all. */
export const useInstallation = () => trpc.meta.info.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
