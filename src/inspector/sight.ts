// All that an explanation is made from, at one moment. Types only.
import type { Inspection } from '#shared/embed/inspection.ts';
import type { EmbedPayload } from '#shared/embed/payload.ts';
import type { Situation } from '#shared/embed/verdict.ts';
import type { RuleLine } from './describe-rules.ts';

/** An HTTP status; 'refused' where the page's own policy let no request out, 'none' without an answer. */
export type Status = number | 'refused' | 'none';

export type Sight = {
  /** Host of the page; empty where it has none, as in a sandboxed frame. */
  host: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether everything waits for consent. */
  isHeld: boolean;
  /** Null without a signed link, or when it could not be read. */
  inspection: Inspection | null;
  /** Whether there is a link, but the backend did not answer to it. */
  isAway: boolean;
  /** What this page runs on; null when nothing could be loaded, undefined while it is being loaded. */
  payload: EmbedPayload | null | undefined;
  /** Null until there is a payload. */
  situation: Situation | null;
  /** The notice on the screen. */
  shownId: string | null;
  /** What the payload's address answered when it was asked again; undefined when it was not asked. */
  status?: Status;
};

/** One thing that was looked at. `code` is the same as long as it is the same thing, whatever the words say. */
export type Check = {
  code: string;
  isOk: boolean;
  text: string;
  /** What to do about it, or why it is so. */
  hint?: string;
  lines?: RuleLine[];
};
