// Everything that an explanation is made from, at one moment. Types only.
import type { Inspect, InspectedNotifications, Inspection } from '#shared/embed/inspection.ts';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import type { RuleLine } from './describe-rules.ts';

/** An HTTP status; 'refused' when the page's own policy blocked the request, 'none' without an answer. */
export type Status = number | 'refused' | 'none';

/** The running widget, from what it hands over (Inspect). */
export type Inspected = {
  siteId: string;
  /** Address of the payload. */
  url: string;
  /** From the page's address; undefined with `data-debug` alone. */
  token: string | undefined;
  isDebug: boolean;
  /** Whether everything waits for Proofbell.consent(true). */
  isHeld(): boolean;
  /** Nothing when nothing could be loaded. Pending while consent is missing. */
  running(): Promise<InspectedNotifications | false | null | undefined>;
  on: Parameters<Inspect>[3];
};

export type Snapshot = {
  /** The page's host; empty where it has none, as in a sandboxed frame. */
  host: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether everything waits for consent. */
  isHeld: boolean;
  /** Null without a signed link, or when the answer couldn't be read. */
  inspection: Inspection | null;
  /** Whether there is a link, but the backend didn't answer. */
  isAway: boolean;
  /** What this page runs on; null when nothing could be loaded, undefined while loading. */
  payload: EmbedPayload | null | undefined;
  /** Null until there is a payload. */
  situation: Situation | null;
  /** The notification on the screen. */
  shownId: string | null;
  /** What the payload's URL answered when asked again; undefined when it wasn't. */
  status?: Status;
};

/** One check. `code` identifies it, whatever its text says. */
export type Check = {
  code: string;
  isOk: boolean;
  text: string;
  /** What to do about it, or why. */
  hint?: string;
  lines?: RuleLine[];
};
