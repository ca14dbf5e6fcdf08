// The rows of the REST table for sources and their events.
import { type RestRow, row } from './rest-row.ts';

export const EVENT_ROWS: readonly RestRow[] = [
  row({
    method: 'GET',
    path: '/sites/{siteId}/sources',
    procedure: 'sources.list',
    wrap: 'sources',
    summary: "List where a site's events come from",
  }),
  row({
    method: 'POST',
    path: '/sites/{siteId}/sources',
    procedure: 'sources.create',
    wrap: 'source',
    status: 201,
    summary: 'Add a source; a secret that was made for it is answered this once',
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/sources/{sourceId}',
    procedure: 'sources.get',
    wrap: 'source',
    summary: 'Read a source',
  }),
  row({
    method: 'PUT',
    path: '/sites/{siteId}/sources/{sourceId}',
    procedure: 'sources.update',
    wrap: 'source',
    summary: 'Change which events of a source show, what visitors read of them, or its secret',
  }),
  row({
    method: 'DELETE',
    path: '/sites/{siteId}/sources/{sourceId}',
    procedure: 'sources.delete',
    status: 204,
    summary: 'Delete a source with its events and their notifications',
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/sources/{sourceId}/deliveries',
    procedure: 'sources.deliveries',
    query: { page: 'number', limit: 'number' },
    summary: "List what came to a source's address within 30 days and what became of it",
  }),
  row({
    method: 'POST',
    path: '/sites/{siteId}/events',
    procedure: 'events.add',
    summary: 'Tell of purchases, sign-ups, reviews and whatever else happened, at most 100 at once',
  }),
  row({
    method: 'GET',
    path: '/sites/{siteId}/events',
    procedure: 'events.list',
    query: { search: 'string', state: 'string', page: 'number', limit: 'number' },
    summary: 'List events, and why each shows or not; keys that may only read get nothing personal',
  }),
  row({
    method: 'POST',
    path: '/sites/{siteId}/events/{eventId}/retract',
    procedure: 'events.retract',
    summary: 'Take back an event that is no longer true, for good; by your id or ours',
  }),
  row({
    method: 'POST',
    path: '/sites/{siteId}/forget',
    procedure: 'events.forget',
    summary: "Forget a person in all of a site's events, by email address or order",
  }),
];
