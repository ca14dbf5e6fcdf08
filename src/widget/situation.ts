// What verdicts are based on at one moment: settings, rules, facts, memory. Read once for each attempt.
import type { EmbedPayload } from '#shared/embed/payload.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import { type Memory, recall, type Store } from './memory.ts';
import { deviceOf, type Stay, scrolled } from './page.ts';
import { now } from './quiet.ts';

/** @returns the situation on the page of this stay, with everything remembered. */
export function situationOf(
  { site, widget }: EmbedPayload,
  window: Window,
  store: Store,
  stay: Stay,
  fact: Situation['facts']['fact'],
): Situation & Memory {
  const time = now();
  const memory = recall(store, time);
  const known = { ...memory, ...stay };
  return {
    ...widget,
    ...known,
    facts: {
      ...known,
      now: time,
      // Missing in payloads from before there were rules.
      timezone: site?.timezone,
      href: window.location.href,
      referrer: memory.from,
      device: deviceOf(window),
      language: window.navigator.language,
      // A visit that begins while the visitor is on a page begins with that page.
      pages: memory.pages || 1,
      time: Math.floor((time - stay.cameAt) / 1000),
      // Only when a rule asks: it may force a layout.
      get scroll() {
        return scrolled(stay, window.document);
      },
      fact,
    },
  };
}
