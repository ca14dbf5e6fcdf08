// What verdicts are based on at one moment: settings, rules, facts, memory. Built once for each attempt.
import type { Facts } from '#shared/embed/facts.ts';
import type { LoadedPayload } from '#shared/embed/payload.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import type { Conditions } from './conditions.ts';
import { type Memory, recall, type Store } from './memory.ts';
import { deviceOf, type Stay } from './page.ts';
import { now } from './quiet.ts';

/**
 * @param conditions once they are loaded: without them there are only the facts that the widget needs itself.
 * @returns the situation on the current page, with everything remembered.
 */
export function situationOf(
  { site, widget }: LoadedPayload,
  window: Window,
  store: Store,
  stay: Stay,
  fact: Facts['fact'],
  conditions: Conditions | undefined,
): Situation & Memory {
  const facts = { now: now(), device: deviceOf(window) };
  const memory = recall(store, facts.now);
  return {
    ...widget,
    ...memory,
    ...stay,
    // Without conditions no time zone comes, and none is needed.
    facts: conditions ? conditions.factsOf(facts, memory, stay.cameAt, site?.timezone as string, fact) : facts,
  };
}
