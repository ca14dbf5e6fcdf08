// The code of an emailed link, which is in the fragment of its address. It leaves the address at once, and is held in
// memory only.
import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * @param name of the code in the fragment.
 * @returns the code of the link, including one opened later in the same tab; null without one. And how to forget it.
 */
export function useLinkCode(name: 'reset' | 'resume'): [code: string | null, forget: () => void] {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const found = new URLSearchParams(hash.slice(1)).get(name) || null;
  const [code, setCode] = useState(found);
  useLayoutEffect(() => {
    if (found === null) return;
    setCode(found);
    // Change the address at once, then the router's own record of it.
    window.history.replaceState(window.history.state, '', pathname);
    void navigate(pathname, { replace: true });
  }, [found, pathname, navigate]);
  return [code, () => setCode(null)];
}
