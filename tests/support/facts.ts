// The facts that rules are tested against: on a desktop, at noon UTC, on the first page of a first visit.
import type { Facts } from '#shared/embed/facts.ts';

export const FACTS: Facts = {
  now: Date.parse('2026-05-01T12:00:00Z'),
  timezone: 'UTC',
  href: 'https://shop.example/desks/oak',
  referrer: '',
  device: 'desktop',
  language: 'en-GB',
  visits: 1,
  pages: 1,
  time: 0,
  scroll: 0,
  exit: false,
  fact: () => undefined,
};
