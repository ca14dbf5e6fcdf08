// What React and a page's first script (start.ts), which are built apart, agree on: when React takes over, that it could
// not, and when it is wanted at once.

const HYDRATED = 'proofbell:hydrated';
const FAILED = 'proofbell:not-hydrated';

export const announceHydrated = (): void => void window.dispatchEvent(new Event(HYDRATED));

export const onHydrated = (listener: () => void): void => window.addEventListener(HYDRATED, listener, { once: true });

/** Part of the app could not be loaded, so that React won't take over. */
export const announceFailed = (): void => void window.dispatchEvent(new Event(FAILED));

export const onFailed = (listener: () => void): void => window.addEventListener(FAILED, listener, { once: true });

/** Parts of an address that change the first render of a prerendered page. */
const QUERIES = ['token', 'q', 'cycle'];

export const hasQuery = (search: string): boolean => {
  const query = new URLSearchParams(search);
  return QUERIES.some((name) => query.has(name));
};

/** In the browser's storage while somebody is logged in there, as far as the app knows. */
export const LOGGED_IN_KEY = 'proofbell-logged-in';
