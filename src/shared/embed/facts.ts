// The facts that rules are evaluated against. Imports only types.
import type { Device } from './payload.ts';

export type Facts = {
  /** Milliseconds since 1970. */
  now: number;
  /** IANA name of the site's time zone. */
  timezone: string;
  /** `now` in that time zone, cached by rules.ts once a rule needs it. Facts of another moment start without it. */
  local?: string;
  /** The page's full address. */
  href: string;
  /** Host that the visitor came from; empty for a direct visit. */
  referrer: string;
  device: Device;
  /** BCP 47, such as pt-BR. */
  language: string;
  /** This visitor's visit number, from 1. */
  visits: number;
  /** The number of this page within the visit, from 1. */
  pages: number;
  /** Seconds since the visitor arrived on this page. */
  time: number;
  /** The furthest percentage of this page that has been in view. */
  scroll: number;
  /** Whether the mouse has left this page through its top edge. */
  exit: boolean;
  /** @returns the value that the page set under that name; nullish if none. */
  fact(name: string): string | null | undefined;
};
