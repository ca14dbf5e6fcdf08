// Which arm a browser draws, where a site holds some out: left to chance, one visit in ten to the demo's shop shows nothing.
import type { BrowserContext } from '@playwright/test';

/** Lets all pages of a context draw the same. The widget, and nothing else, draws one number of 32 bits. */
export const pinArm = (context: BrowserContext, arm: 'shown' | 'held out' = 'shown'): Promise<unknown> =>
  context.addInitScript(
    (drawn) => {
      const native = crypto.getRandomValues.bind(crypto);
      Object.assign(crypto, {
        getRandomValues: (into: Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
          into instanceof Uint32Array && into.length === 1 ? into.fill(drawn) : native(into),
      });
    },
    arm === 'shown' ? 99 : 0,
  );
