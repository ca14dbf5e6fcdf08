// Logging out, wherever it is offered: in the menus, in the command palette and at the verification gate.
import { useNavigate } from 'react-router';
import { failureToast } from '#client/auth/failures.ts';
import { useLogout } from '#client/data/account.ts';
import { leaveOrAsk } from '#client/form/leaving.ts';
import { screens } from '#client/screens.ts';
import { toast } from '#client/ui/toast.tsx';
import { FIRST_TOASTS } from '#shared/first-messages.ts';

/** Logs out from any screen and goes to the home page; asks first if changes there haven't been saved. */
export function useSignOut() {
  const navigate = useNavigate();
  const logout = useLogout();
  const signOut = async () => {
    try {
      await logout.mutateAsync(undefined);
      toast({ ...FIRST_TOASTS.loggedOut, tone: 'success' });
      navigate(screens.home.href());
    } catch (error) {
      toast(failureToast(error, FIRST_TOASTS.logoutFailed));
    }
  };
  return { signOut: () => leaveOrAsk(signOut), isBusy: logout.isPending };
}
