// The real browser behind the API layer: the only file of it that touches window and document.

import type { ApiEffects } from './create-api.ts';
import { AUTH_CHANNEL, createOtherTabs } from './other-tabs.ts';
import { createSafeStorage } from './safe-storage.ts';

/** Hexadecimal; crypto.randomUUID is missing where the page is not served by https. */
const randomText = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const browserEffects = (): ApiEffects => ({
  send: (input, init) => fetch(input, init),
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  randomText,
  isOnline: () => navigator.onLine,
  storage: createSafeStorage(() => window.localStorage),
  otherTabs: createOtherTabs(() => new BroadcastChannel(AUTH_CHANNEL)),
  onSight(listener) {
    document.addEventListener('visibilitychange', () =>
      listener(document.visibilityState === 'hidden' ? 'hidden' : 'shown'),
    );
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) listener('restored');
    });
  },
  announce: (name) => window.dispatchEvent(new CustomEvent(name)),
  // The browser writes its own red line for each refused call; this one says which call it was.
  log: (line, detail) => console.warn(line, detail),
  reload: () => window.location.reload(),
});
