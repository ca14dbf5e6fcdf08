// Whether the sidebar stands open, remembered on this device.
import { useState } from 'react';

const KEY = 'sidebar';

function read(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'closed';
  } catch {
    return true;
  }
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
