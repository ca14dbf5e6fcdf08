// Whether this browser's user wants keyboard shortcuts. Speech input and switch control press single keys by accident, so
// they can be turned off (WCAG 2.1.4). Remembered on this device.
import { useSyncExternalStore } from 'react';

const KEY = 'shortcuts';
const CHANGED = 'proofbell:shortcuts';

/** Decides where storage is blocked, until the page is closed. */
let chosen = true;

function isOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== 'off';
  } catch {
    return chosen;
  }
}

function set(next: boolean): void {
  chosen = next;
  try {
    if (next) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, 'off');
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  // Another tab's choice.
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** @returns whether keyboard shortcuts are on, and a setter that remembers the choice. */
export const useShortcutsPreference = (): [isOn: boolean, set: (isOn: boolean) => void] => [
  useSyncExternalStore(subscribe, isOn),
  set,
];
