// The browser APIs auth depends on: storage, cross-tab messages, the address and page visibility. Outside screens/,
// only this file touches window and document.
import { VERIFIED_COOKIE } from '#shared/verified-cookie.ts';
import type { AuthEventName, SignedInChange } from './session.ts';

export type SafeStorage = ReturnType<typeof createSafeStorage>;

/**
 * Storage that may be blocked, full or missing: reads then return null and writes return false.
 * @param open gets the storage; merely touching blocked storage throws.
 */
export function createSafeStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const attempt = <T>(use: () => T, otherwise: T): T => {
    try {
      return use();
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key: string) => attempt(() => open().getItem(key), null),
    /** @returns whether the value was stored. */
    write: (key: string, value: string) =>
      attempt(() => {
        open().setItem(key, value);
        return open().getItem(key) === value;
      }, false),
    remove: (key: string) => attempt(() => open().removeItem(key), undefined),
  };
}

/** This browser's local storage. */
export const localStore: SafeStorage = createSafeStorage(() => window.localStorage);
/** For as long as the tab is open. */
export const tabStore: SafeStorage = createSafeStorage(() => window.sessionStorage);

/** @returns what was stored as JSON; null if that is nothing, or no JSON. */
export function readJson(storage: Pick<SafeStorage, 'read'>, key: string): unknown {
  try {
    return JSON.parse(storage.read(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Tabs may run different versions: never change this name or the shape of the messages. */
const AUTH_CHANNEL = 'proofbell-auth';

/** @returns another tab's message, or undefined if it is malformed. */
export function readMessage(data: unknown): SignedInChange | undefined {
  if (typeof data !== 'object' || data === null || !('userId' in data)) return undefined;
  if (data.userId === null) return null;
  return typeof data.userId === 'string' ? { userId: data.userId } : undefined;
}

/** @param open creates the channel. If that fails, the tab still asks the server when it is shown again. */
export function createOtherTabs(open: () => BroadcastChannel) {
  let channel: BroadcastChannel | undefined;
  try {
    channel = open();
  } catch {
    // Blocked along with storage.
  }
  return {
    send: (change: SignedInChange): void => channel?.postMessage({ userId: change?.userId ?? null }),
    listen: (listener: (change: SignedInChange) => void) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const change = readMessage(data);
        if (change !== undefined) listener(change);
      }),
  };
}

/** `restored`: brought back unchanged from the back-forward cache. */
export type PageVisibility = 'hidden' | 'shown' | 'restored';

export type Browser = {
  send: typeof fetch;
  now(): number;
  wait(ms: number): Promise<void>;
  /** @returns `bytes` random bytes as hexadecimal. */
  randomText(bytes: number): string;
  isOnline(): boolean;
  storage: SafeStorage;
  otherTabs: ReturnType<typeof createOtherTabs>;
  onVisibility(listener: (visibility: PageVisibility) => void): void;
  announce(name: AuthEventName): void;
  /** @param detail safe for anyone to read: never what was sent. */
  log(line: string, detail: Record<string, unknown>): void;
  reload(): void;
};

export const openBrowser = (): Browser => ({
  send: (input, init) => fetch(input, init),
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // crypto.randomUUID is missing on pages served without HTTPS.
  randomText: (bytes) =>
    Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  isOnline: () => navigator.onLine,
  storage: localStore,
  otherTabs: createOtherTabs(() => new BroadcastChannel(AUTH_CHANNEL)),
  onVisibility(listener) {
    document.addEventListener('visibilitychange', () =>
      listener(document.visibilityState === 'hidden' ? 'hidden' : 'shown'),
    );
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) listener('restored');
    });
  },
  announce: (name) => window.dispatchEvent(new CustomEvent(name)),
  // The browser logs each refused call in red by itself; this line says which call it was.
  log: (line, detail) => console.warn(line, detail),
  reload: () => window.location.reload(),
});

/** @returns what the page behind a verification link left: a user's id, `before` for a used link, or null. */
export function readVerifiedMark({ cookie }: Pick<Document, 'cookie'>): string | null {
  return new RegExp(`(?:^|; )${VERIFIED_COOKIE}=([\\w-]+)`).exec(cookie)?.[1] ?? null;
}

/** A mark greets once. */
export function dropVerifiedMark(page: Pick<Document, 'cookie'>): void {
  page.cookie = `${VERIFIED_COOKIE}=; Path=/login; Max-Age=0`;
}

/**
 * Removes the single sign-on `token` from the address, leaving no trace in the history.
 * @param page the window.
 * @returns the token, or null if the address has none.
 */
export function takeSsoToken({ location, history }: Pick<Window, 'location' | 'history'>): string | null {
  const url = new URL(location.href);
  const token = url.searchParams.get('token');
  if (token === null) return null;
  url.searchParams.delete('token');
  history.replaceState(history.state, '', url);
  return token || null;
}
