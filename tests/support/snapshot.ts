// Pages as the inspector sees them, for testing its explanations: everything is fine except what a test overrides.

import { compileRules } from '#shared/embed/compile-rules.ts';
import { DEFAULT_BEHAVIOR, DEFAULT_RULES } from '#shared/embed/defaults.ts';
import type { Facts } from '#shared/embed/facts.ts';
import type { Inspection } from '#shared/embed/inspection.ts';
import type { Behavior, EmbedNotification, LoadedPayload } from '#shared/embed/payload.ts';
import type { Rules } from '#shared/embed/rule-types.ts';
import { HOUR } from '#shared/time.ts';
import type { FullSituation, Snapshot } from '../../src/inspector/snapshot.ts';

export const NOW = Date.parse('2026-03-10T12:00:00Z');
export const iso = (ms: number) => new Date(ms).toISOString();
export const FACTS: Facts = {
  now: NOW,
  timezone: 'UTC',
  href: 'https://shop.example/desks',
  referrer: '',
  device: 'desktop',
  language: 'en',
  visits: 1,
  pages: 1,
  time: 12,
  scroll: 0,
  exit: false,
  fact: () => undefined,
};

export type Notification = Inspection['notifications'][number];
export const notification = (id: string, more: Partial<Notification> = {}): Notification => ({
  id,
  type: 'purchase',
  message: `Message ${id}`,
  timestamp: iso(NOW - HOUR),
  name: null,
  status: 'active',
  ...more,
});

export type Parts = {
  notifications?: Notification[];
  /** Ids on the page; by default all active ones. */
  loaded?: string[];
  rules?: Rules;
  queue?: Partial<Behavior['queue']>;
  site?: Partial<Inspection['site']>;
  isActive?: boolean;
  situation?: Partial<FullSituation>;
  /** Whether the link has draft settings. */
  isDraft?: boolean;
  /** Whether the page uses them; by default if there are any. */
  isDraftLoaded?: boolean;
};

/** @returns the notification as the page gets it. */
export const embedded = ({ name: _name, status: _status, rules, ...rest }: Notification): EmbedNotification => ({
  ...rest,
  ...(rules && { rules: compileRules(rules) }),
});

/** A page with nothing to prevent notifications except what is given, and a link that reveals everything. */
export function snapshotOf({
  notifications = [notification('a')],
  loaded,
  rules = DEFAULT_RULES,
  queue,
  ...more
}: Parts = {}): Snapshot {
  const behavior = { ...DEFAULT_BEHAVIOR, queue: { ...DEFAULT_BEHAVIOR.queue, ...queue } };
  const isLoaded = ({ id, status }: Notification) => (loaded ? loaded.includes(id) : status === 'active');
  const payload: LoadedPayload = {
    widget: { behavior, rules: compileRules(rules) },
    notifications: notifications.filter(isLoaded).map(embedded),
    token: 't',
    ...((more.isDraftLoaded ?? more.isDraft) && { isDraft: true as const }),
  };
  return {
    host: 'shop.example',
    now: NOW,
    isHeld: false,
    isAway: false,
    inspection: {
      site: { id: 's', name: 'Shop', domains: [], timezone: 'UTC', ...more.site },
      widget: { isActive: more.isActive ?? true, behavior, rules },
      notifications: notifications,
      expiresAt: iso(NOW + HOUR),
      isDraft: more.isDraft ?? false,
    },
    payload,
    situation: {
      behavior,
      rules: compileRules(rules),
      facts: FACTS,
      shownHere: [],
      closedHere: [],
      count: 0,
      closed: {},
      seen: {},
      ...more.situation,
    },
    shownId: null,
  };
}

/** Rules that do not match the page. */
export const mobileOnly: Rules = { match: 'all', conditions: [{ type: 'device', operator: 'is', value: ['mobile'] }] };
