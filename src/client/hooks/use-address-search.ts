// A search that is in its field as it is typed, and in the address once typing pauses, so that it can be shared and gone
// back to.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How long typing pauses before the address says what is searched for, in ms. */
const SEARCH_PAUSE = 300;

/**
 * @param inAddress what the address says. It decides after each Back and Forward, and when a link has changed it.
 * @param write puts a search into the address, in place of the one before; the same function while that is.
 * @returns the search as typed; `settle` is for who writes it to the address together with something else.
 */
export function useAddressSearch(inAddress: string, write: (search: string) => void) {
  const [search, setSearch] = useState(inAddress);
  const written = useRef(inAddress);
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step in the history counts, whatever it changed
  useEffect(() => {
    if (type !== 'POP' && inAddress === written.current) return;
    written.current = inAddress;
    setSearch(inAddress);
  }, [key]);
  useEffect(() => {
    if (search === written.current) return;
    const timer = setTimeout(() => {
      // A link may have brought it there already, or have been followed to another page, which is about to be shown.
      if (search === written.current || window.location.pathname !== pathname) return;
      written.current = search.trim() && search;
      write(search);
    }, SEARCH_PAUSE);
    return () => clearTimeout(timer);
  }, [search, write, pathname]);
  const settle = (next: string) => {
    written.current = next.trim() && next;
    setSearch(next);
  };
  return { search, setSearch, settle };
}
