// Account calls. They also update the session, so that screens only decide what to show.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { clearVerified } from '#client/auth/access.ts';
import { useSession } from '#client/auth/session-context.tsx';
import { trpc } from '#client/auth/trpc.ts';
import type { ExportedListInput, SignedIn } from '#shared/contract/account.ts';
import { SETUP_POLL } from '#shared/limits.ts';

/** What follows from a call that logs in, in place of whoever was logged in here. */
function useSignedIn() {
  const session = useSession();
  return { onSuccess: (signedIn: SignedIn) => session.accept(signedIn) };
}

/** What follows from a call that ends the session. */
function useSignedOut() {
  const session = useSession();
  return {
    onSuccess() {
      clearVerified();
      session.end();
    },
  };
}

export const useLogin = () => trpc.auth.login.useMutation(useSignedIn());

/** Logs in with a single sign-on token. */
export const useSso = () => trpc.auth.sso.useMutation(useSignedIn());

export const useLogout = () => trpc.auth.logout.useMutation(useSignedOut());

/** @returns a function that fetches the account as it is now and stores it in the session. */
export function useReloadUser() {
  const session = useSession();
  const utils = trpc.useUtils();
  return async () => {
    const user = await utils.auth.me.fetch(undefined, { staleTime: 0, retry: false });
    session.setUser(user);
    return user;
  };
}

/**
 * @returns a function that exchanges the session for a new token, which brings the account as it is now; where that was
 * done too often lately, it reads the account only.
 */
export function useAskVerified() {
  const session = useSession();
  const reload = useReloadUser();
  return async () => (await session.renew()) ?? reload();
}

/** For what is asked once, and told to nobody else. */
const ONCE = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

/**
 * @returns the address that waits to be confirmed; null while there is none. Mostly it is confirmed in another tab: it is
 * looked for every 4 s, and once it is, the account is read anew.
 */
export function useEmailChange() {
  const reload = useReloadUser();
  const { data } = trpc.auth.emailChange.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => typeof state.data?.pendingEmail === 'string' && SETUP_POLL,
  });
  const pendingEmail = data?.pendingEmail ?? null;
  const before = useRef(pendingEmail);
  useEffect(() => {
    const isGone = before.current !== null && pendingEmail === null;
    before.current = pendingEmail;
    if (isGone) void reload().catch(() => {});
  }, [pendingEmail, reload]);
  return { pendingEmail };
}

/** Starts changing the email address; an account that isn't verified has the new one at once. */
export function useChangeEmail() {
  const session = useSession();
  const utils = trpc.useUtils();
  return trpc.auth.changeEmail.useMutation({
    onSuccess({ user, pendingEmail }) {
      session.setUser(user);
      utils.auth.emailChange.setData(undefined, { pendingEmail });
    },
  });
}

export function useCancelEmailChange() {
  const utils = trpc.useUtils();
  return trpc.auth.cancelEmailChange.useMutation({
    onSuccess: () => utils.auth.emailChange.setData(undefined, { pendingEmail: null }),
  });
}

export const useForgotPassword = () => trpc.auth.forgotPassword.useMutation();

/** Sets a new password using an emailed link and logs in. */
export const useResetPassword = () => trpc.auth.resetPassword.useMutation(useSignedIn());

/**
 * Whether a reset link works. A failed call isn't repeated: using the link tells it, too.
 * @param token the link's code, null without one.
 */
export function useResetCheck(token: string | null) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['reset-check', token],
    queryFn: () => client.auth.checkReset.mutate({ token: token ?? '' }),
    enabled: token !== null,
    ...ONCE,
  });
}

export function useUpdateProfile() {
  const session = useSession();
  return trpc.auth.updateMe.useMutation({ onSuccess: (user) => session.setUser(user) });
}

/** Whether the account has a password. */
export const usePasswordState = () => trpc.auth.password.useQuery(undefined, { staleTime: 0 });

/** Changes the password, ends all other sessions and, unless they are to be kept, revokes all keys. */
export function useChangePassword() {
  const utils = trpc.useUtils();
  return trpc.auth.changePassword.useMutation({
    onSuccess: () => Promise.all([utils.auth.sessions.invalidate(), utils.apiKeys.list.invalidate()]),
  });
}

/** Confirms who is at the browser, by password or emailed code, which is never cached. */
export const useConfirm = () => trpc.auth.confirm.useMutation({ gcTime: 0 });

export const useSendConfirmCode = () => trpc.auth.sendConfirmCode.useMutation();

/** The account's sessions, refetched every time they are shown. */
export const useSessions = () => trpc.auth.sessions.useQuery(undefined, { staleTime: 0 });

export function useEndSession() {
  const utils = trpc.useUtils();
  return trpc.auth.endSession.useMutation({ onSettled: () => utils.auth.sessions.invalidate() });
}

export function useEndOtherSessions() {
  const utils = trpc.useUtils();
  return trpc.auth.endOtherSessions.useMutation({ onSettled: () => utils.auth.sessions.invalidate() });
}

/** @returns functions that fetch everything stored of the account. It is asked for once, and kept nowhere. */
export function useExportAccount() {
  const { client } = trpc.useUtils();
  return {
    fetchAccount: () => client.auth.export.query(),
    fetchList: (input: ExportedListInput) => client.auth.exportList.query(input),
  };
}

export const useDeleteAccount = () => trpc.auth.deleteMe.useMutation(useSignedOut());

export const useSendVerification = () => trpc.auth.sendVerificationEmail.useMutation();
