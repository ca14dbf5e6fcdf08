// Whether the sidebar stands open, remembered on this device.
import { useState } from 'react';

const KEY = 'sidebar';

/** Below this width a column of 64 units leaves tables too little room, so it begins folded. */
const ROOMY = '(min-width: 1024px)';

function read(): boolean {
  try {
    const stored = window.localStorage.getItem(KEY);
    if (stored) return stored === 'open';
  } catch {
    // Storage is blocked: as if nothing were remembered.
  }
  return window.matchMedia(ROOMY).matches;
}

export function useSidebar() {
  const [isOpen, setIsOpen] = useState(read);
  const toggle = () => {
    setIsOpen(!isOpen);
    try {
      window.localStorage.setItem(KEY, isOpen ? 'closed' : 'open');
    } catch {
      // Storage is blocked: it stays as it is until the page is left.
    }
  };
  return { isOpen, toggle };
}
