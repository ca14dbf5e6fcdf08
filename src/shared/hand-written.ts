// What is said of purchases, sign-ups and reviews that somebody wrote, by hand or from a template, though they claim that
// a person did something. They are allowed: this only says what they are.
import type { Notification } from './contract/notification.ts';

/** Types that tell of a person, by what visitors would call it. */
const CLAIMS: Partial<Record<Notification['type'], string>> = {
  purchase: 'purchase',
  signup: 'sign-up',
  review: 'review',
};

/** `aggregate` is null or missing but for what the server computes. */
type Written = Pick<Notification, 'type' | 'source'> & Partial<Pick<Notification, 'aggregate'>>;

/** Whether it claims that a person did something, and nothing but its author says so. */
const isHandWritten = ({ type, source, aggregate = null }: Written): boolean =>
  CLAIMS[type] !== undefined && aggregate === null && (source === 'manual' || source === 'template');

/** @returns what its author is told, on the screen and by the API; empty for most notifications. */
export const warningsOf = (written: Written): string[] =>
  isHandWritten(written)
    ? [
        `Nothing proves this ${CLAIMS[written.type]}: it is written by hand, and listed as Manual. Write only what really happened, or connect a source that tells of it by itself.`,
      ]
    : [];
