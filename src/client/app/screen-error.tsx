// In place of a screen that can't be shown, because its code couldn't be loaded or it broke: what stands around it stays.
// Without a connection it says so, and opens by itself once there is one.
import { useEffect, useState } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { SECOND } from '#shared/time.ts';
import { tabStore } from '../auth/browser.ts';
import { useTitle } from '../hooks/use-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

/** How often it looks whether the connection is back, in ms. */
const PROBE = 2 * SECOND;
/** A screen that fails again so soon after a reload isn't reloaded by itself. */
const RELOADED_FOR = 30 * SECOND;
const RELOADED_KEY = 'screen-reloaded';

/** What browsers throw in place of a module, or of an answer, that didn't come. */
const isLost = (error: unknown): boolean =>
  error instanceof TypeError && /import|fetch|load|network/i.test(error.message);

/** @returns whether the server answers. */
const isReachable = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** @returns whether the page at that path is loaded anew now: it wasn't a moment ago. */
function reloadOnce(pathname: string): boolean {
  const [path, at] = tabStore.read(RELOADED_KEY)?.split(' ') ?? [];
  if (path === pathname && Date.now() - Number(at) < RELOADED_FOR) return false;
  tabStore.write(RELOADED_KEY, `${pathname} ${Date.now()}`);
  // Browsers remember that a module didn't come: only a new page asks again.
  window.location.reload();
  return true;
}

export function ScreenError() {
  return isLost(useRouteError()) ? <LostScreen /> : <BrokenScreen />;
}

function LostScreen() {
  const { pathname } = useLocation();
  const [state, setState] = useState<'asking' | 'offline' | 'broken'>('asking');
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const probe = async () => {
      clearTimeout(timer);
      const isBack = await isReachable();
      if (isGone) return;
      if (isBack) return void (reloadOnce(pathname) || setState('broken'));
      setState('offline');
      timer = setTimeout(probe, PROBE);
    };
    void probe();
    window.addEventListener('online', probe);
    return () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener('online', probe);
    };
  }, [pathname]);
  if (state === 'broken') return <BrokenScreen />;
  return state === 'offline' ? <Offline /> : <PageSpinner />;
}

function Offline() {
  useTitle('Offline');
  return <EmptyState isFailure title="You're offline" description="This page opens once the connection is back." />;
}

function BrokenScreen() {
  useTitle('Something went wrong');
  return (
    <EmptyState
      isFailure
      title="This page couldn't be shown"
      description="Proofbell may have been updated since you opened it. Nothing you saved is lost."
      action={<Button onClick={() => window.location.reload()}>Reload</Button>}
    />
  );
}
