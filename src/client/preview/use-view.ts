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

function readView(): PreviewView {
  const view: PreviewView = {
    screen: window.innerWidth < MOBILE_BREAKPOINT ? 'phone' : 'desktop',
    page: 'light',
    zoom: 'page',
  };
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<PreviewView>;
    return {
      screen: stored.screen === 'phone' || stored.screen === 'desktop' ? stored.screen : view.screen,
      page: stored.page === 'dark' ? 'dark' : 'light',
      zoom: stored.zoom === 'close-up' ? 'close-up' : 'page',
    };
  } catch {
    return view;
  }
}

export function useView(): [PreviewView, (changes: Partial<PreviewView>) => void] {
  const [view, setView] = useState(readView);
  const change = useCallback((changes: Partial<PreviewView>) => {
    setView((before) => {
      const next = { ...before, ...changes };
      try {
        sessionStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // Storage is blocked or full: remembered until the page is left.
      }
      return next;
    });
  }, []);
  return [view, change];
}
