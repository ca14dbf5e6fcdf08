// The owner's choice of theme. public/theme.js applies it and keeps data-theme on <html>; this reads it from there and
// hands over a new choice.
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const isTheme = (value: string | undefined): value is Theme =>
  value === 'system' || value === 'light' || value === 'dark';

const current = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
};

const subscribe = (onChange: () => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

const choose = (theme: Theme) => {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is blocked: the choice then lasts as long as the page.
  }
  window.dispatchEvent(new CustomEvent('proofbell:theme', { detail: theme }));
};

/** @returns the chosen theme and the setter that stores and applies another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}
