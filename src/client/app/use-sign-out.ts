// Logging out from wherever one is; it ends on the home page.
import { useNavigate } from 'react-router';
import { TOASTS } from '#shared/messages.ts';
import { faultOf } from '../api/faults.ts';
import { useLogout } from '../features/account/queries.ts';
import { paths } from '../paths.ts';
import { toast } from '../ui/toast.tsx';

export function useSignOut() {
  const navigate = useNavigate();
  const logout = useLogout();
  const signOut = async () => {
    try {
      await logout.mutateAsync(undefined);
      toast(TOASTS.loggedOut);
      navigate(paths.home.href());
    } catch (error) {
      toast({ ...TOASTS.networkError, description: faultOf(error).message, tone: 'danger' });
    }
  };
  return { signOut: () => void signOut(), isBusy: logout.isPending };
}
