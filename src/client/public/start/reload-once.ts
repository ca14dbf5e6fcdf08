// Whether a page whose app could not be loaded may be loaded anew: once, lest it be done for ever. It is noted for the tab.

const KEY = 'proofbell-reloaded';

/** @returns whether it wasn't done yet, and notes that it is now. Never, where nothing can be noted. */
export function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false;
    sessionStorage.setItem(KEY, '1');
    return true;
  } catch {
    return false;
  }
}

/** The app is there: after the next update it may be done again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was noted either.
  }
}
