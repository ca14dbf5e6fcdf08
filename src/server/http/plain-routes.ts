// Rows of the REST surface that are no procedures: they answer with more than JSON, or for speed. The contract test and
// OpenAPI read them beside the table.
import { z } from 'zod';
import { embedEventsInput } from '#shared/contract/embed.ts';
import { inspectionSchema } from '#shared/contract/inspection.ts';
import type { Method } from './rest-routes.ts';

export type PlainRow = {
  method: Method;
  /** Below /api. */
  path: string;
  summary: string;
  /** Query parameters, all text. */
  query?: string[];
  request?: z.ZodType;
  /** The success body's shape; none is 204 or a redirect. */
  response?: z.ZodType;
  status: 200 | 204 | 302;
};

export const PLAIN_ROWS: readonly PlainRow[] = [
  {
    method: 'GET',
    path: '/csrf-token',
    summary: 'A token for the X-CSRF-Token header, bound to the cookies sent along',
    response: z.object({ csrfToken: z.string() }),
    status: 200,
  },
  {
    method: 'GET',
    path: '/health',
    summary: 'Whether the service and its database answer (503 when not)',
    response: z.object({
      status: z.enum(['ok', 'degraded']),
      version: z.string(),
      database: z.enum(['ok', 'unavailable']),
    }),
    status: 200,
  },
  {
    method: 'GET',
    path: '/auth/verify-email',
    summary: 'Where mailed verification links lead; goes on to the login page',
    query: ['code'],
    status: 302,
  },
  {
    method: 'GET',
    path: '/embed/{siteId}',
    summary: "What a visitor's browser needs: the widget's settings and the live notifications",
    response: z.object({
      v: z.literal(1),
      revision: z.number().int(),
      site: z.object({ id: z.string(), timezone: z.string() }),
      widget: z.object({ appearance: z.unknown(), behavior: z.unknown(), rules: z.unknown() }),
      notifications: z.array(z.unknown()),
      token: z.string(),
    }),
    status: 200,
  },
  {
    method: 'POST',
    path: '/embed/{siteId}/events',
    summary: 'Displays, clicks, dismissals and what the widget cost; 204 means they are stored',
    request: embedEventsInput,
    status: 204,
  },
  {
    method: 'GET',
    path: '/embed/{siteId}/inspection',
    summary: "The whole widget with every notification, for the overlay that an owner's signed link opens",
    query: ['token'],
    response: inspectionSchema,
    status: 200,
  },
];
