// Everything that goes into an explanation, at one moment. Types only.

import type { RuleLine } from '#shared/embed/describe-rules.ts';
import type { Facts } from '#shared/embed/facts.ts';
import type { Inspect, InspectedNotifications, Inspection } from '#shared/embed/inspection.ts';
import type { Behavior, LoadedPayload } from '#shared/embed/payload.ts';
import type { CompiledRules } from '#shared/embed/rule-types.ts';
import type { Situation } from '#shared/embed/verdict.ts';

/** An HTTP status; 'refused' if the page's own policy blocked the request, 'none' if there was no answer. */
export type Status = number | 'refused' | 'none';

/** The running widget, as it describes itself to the inspector (Inspect). */
export type Inspected = {
  /** Address of the payload. */
  url: string;
  /** From the page's address; undefined with `data-debug` alone. */
  token: string | undefined;
  isDebug: boolean;
  /** Whether everything waits for Proofbell.consent(true). */
  isHeld(): boolean;
  /** Nothing if nothing could be loaded. Pending while consent is missing. */
  running(): Promise<InspectedNotifications | false | null | undefined>;
  on: Parameters<Inspect>[3];
};

/**
 * What the widget's verdicts are based on, with what its payload left out, and every fact: for the inspector, it loads what
 * conditions need.
 */
export type FullSituation = Situation & { behavior: Behavior; rules: CompiledRules; facts: Facts };

export type Snapshot = {
  /** The page's host; empty if it has none, as in a sandboxed frame. */
  host: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether everything waits for consent. */
  isHeld: boolean;
  /** Null without a signed link, or if the answer couldn't be read. */
  inspection: Inspection | null;
  /** Whether there is a link but the backend didn't answer. */
  isAway: boolean;
  /** The payload this page uses; null if none could be loaded, undefined while loading. */
  payload: LoadedPayload | null | undefined;
  /** Null until there are a payload and what conditions need. */
  situation: FullSituation | null;
  /** The notification on screen. */
  shownId: string | null;
  /** The status of the payload's URL when asked again; undefined if not asked. */
  status?: Status;
};

/** One check. `code` identifies it, independent of its text. */
export type Check = {
  code: string;
  isOk: boolean;
  text: string;
  /** What to do about it, or why it is so. */
  hint?: string;
  lines?: RuleLine[];
};
