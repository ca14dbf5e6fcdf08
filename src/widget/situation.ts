// What verdicts are based on at one moment: settings, rules, facts, memory. Built once for each attempt.
import type { EmbedPayload } from '#shared/embed/payload.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import { type Memory, recall, type Store } from './memory.ts';
import { deviceOf, type Stay, scrolled } from './page.ts';
import { now } from './quiet.ts';

/** @returns the situation on the current page, with everything remembered. */
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
      // Missing in payloads from before rules existed.
      timezone: site?.timezone,
      href: window.location.href,
      referrer: memory.from,
      device: deviceOf(window),
      language: window.navigator.language,
      // A visit that begins on an open page starts with that page.
      pages: memory.pages || 1,
      time: Math.floor((time - stay.cameAt) / 1000),
      // Computed only if a rule asks: it may force a layout.
      get scroll() {
        return scrolled(stay, window.document);
      },
      fact,
    },
  };
}
