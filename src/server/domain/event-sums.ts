// What many events add up to before they are written: one tally for all that happened to a notice in one hour, on one
// page and kind of device, and one for the cost of page loads of the same class.
import type { CostEvent, EmbedEvent, NoticeEvent } from '#shared/embed/payload.ts';
import type { CostTally, Tally } from '../db/counting.ts';
import { UNKNOWN_DEVICE } from '../db/counting-rows.ts';
import { costBound, pageGroup } from './event-groups.ts';
import type { Moment } from './hours.ts';

export type Site = { siteId: string; widgetId: string };
export type Sums = { tallies: Map<string, Tally>; costs: Map<string, CostTally> };

const FIELD = { display: 'displays', click: 'clicks', dismiss: 'dismissals' } as const;

export const makeSums = (): Sums => ({ tallies: new Map(), costs: new Map() });

export const sizeOf = ({ tallies, costs }: Sums): number => tallies.size + costs.size;

/** Adds an event that happened at `moment` on the site's clocks. */
export function addEvent(sums: Sums, site: Site, moment: Moment, event: EmbedEvent): void {
  if (event.type === 'cost') addCost(sums, site, moment, event);
  else addNotice(sums, site, moment, event);
}

function addNotice({ tallies }: Sums, { siteId, widgetId }: Site, { hour, day }: Moment, event: NoticeEvent): void {
  const { type, notificationId, device = UNKNOWN_DEVICE } = event;
  const page = pageGroup(event.page);
  // NUL between the parts: neither of the texts from outside holds one (contract/text.ts).
  const key = `${siteId}\0${hour}\0${device}\0${notificationId}\0${page}`;
  let tally = tallies.get(key);
  if (!tally) {
    const none = { displays: 0, clicks: 0, dismissals: 0 };
    tally = { siteId, widgetId, notificationId, hour, day, device, page, ...none };
    tallies.set(key, tally);
  }
  tally[FIELD[type]]++;
}

function addCost({ costs }: Sums, { siteId }: Site, { day }: Moment, { bytes, requests, time }: CostEvent): void {
  const upTo = costBound(time);
  const key = `${siteId}\0${day}\0${upTo}`;
  let cost = costs.get(key);
  if (!cost) {
    cost = { siteId, day, upTo, loads: 0, bytes: 0, requests: 0, microseconds: 0 };
    costs.set(key, cost);
  }
  cost.loads++;
  cost.bytes += bytes;
  cost.requests += requests;
  cost.microseconds += Math.round(time * 1000);
}
