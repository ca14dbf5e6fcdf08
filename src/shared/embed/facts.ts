// What rules are held against. Imports only types.
import type { Device } from './payload.ts';

export type Facts = {
  /** Milliseconds since 1970. */
  now: number;
  /** IANA name of the site's time zone. */
  timezone: string;
  /** `now` in that time zone, once a rule has asked for it: kept here by rules.ts. Facts of another moment begin without. */
  local?: string;
  /** The page's address in full. */
  href: string;
  /** Host that this visit came from; empty for a direct one. */
  referrer: string;
  device: Device;
  /** BCP 47, such as pt-BR. */
  language: string;
  /** Which visit of this visitor this is, from 1. */
  visits: number;
  /** Which page of the visit this is, from 1. */
  pages: number;
  /** Seconds since the visitor came to this page. */
  time: number;
  /** Furthest per cent of this page that was in view. */
  scroll: number;
  /** Whether the mouse left this page by its upper edge. */
  exit: boolean;
  /** @returns what the page told under that name; nullish when it told nothing. */
  fact(name: string): string | null | undefined;
};
