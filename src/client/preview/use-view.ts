// How the owner looks at the preview: remembered in this browser tab.
import { useCallback, useState } from 'react';
import { MOBILE_BREAKPOINT } from '#shared/limits.ts';

export type PreviewView = {
  screen: 'desktop' | 'phone';
  /** The colors of the page behind the notification. */
  page: 'light' | 'dark';
  /** The whole page made smaller, or the notification's corner of it in its real size. */
  zoom: 'page' | 'close-up';
};

const KEY = 'preview-view';

/** @returns what the owner has chosen in this tab. */
function readChoices(): Partial<PreviewView> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<PreviewView>;
    return {
      ...((stored.screen === 'phone' || stored.screen === 'desktop') && { screen: stored.screen }),
      ...((stored.page === 'light' || stored.page === 'dark') && { page: stored.page }),
      ...((stored.zoom === 'page' || stored.zoom === 'close-up') && { zoom: stored.zoom }),
    };
  } catch {
    return {};
  }
}

/** @param zoom where the owner has chosen none yet. */
export function useView(zoom: PreviewView['zoom']): [PreviewView, (changes: Partial<PreviewView>) => void] {
  const [choices, setChoices] = useState(readChoices);
  const change = useCallback((changes: Partial<PreviewView>) => {
    setChoices((before) => {
      const next = { ...before, ...changes };
      try {
        sessionStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // Storage is blocked or full: remembered until the page is left.
      }
      return next;
    });
  }, []);
  const view: PreviewView = {
    screen: window.innerWidth < MOBILE_BREAKPOINT ? 'phone' : 'desktop',
    page: 'light',
    zoom,
    ...choices,
  };
  return [view, change];
}
