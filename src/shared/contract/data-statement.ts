// What a site keeps, where and for how long, on the wire: made from its settings, its sources and this installation.
import { z } from 'zod';

/** A name as it stands in storage or in a request, and what it holds. */
const field = z.object({ name: z.string(), what: z.string() });

export const dataStatementSchema = z.object({
  site: z.object({ name: z.string(), domains: z.array(z.string()) }),
  /** The installation: the host that browsers talk to, and who runs it, as far as they say. */
  server: z.object({
    host: z.string(),
    database: z.enum(['SQLite', 'PostgreSQL']),
    operator: z.string().nullable(),
    address: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** The names of the sources in use, from which events arrive. */
  sources: z.array(z.string()),
  /** What the widget stores in a visitor's browser: entries of localStorage. There is nothing else. */
  storage: z.array(
    z.object({ key: z.string(), fields: z.array(field), what: z.string(), why: z.string(), howLong: z.string() }),
  ),
  /** What a visitor's browser asks for or sends. Nothing else leaves the page. */
  requests: z.array(
    z.object({
      method: z.enum(['GET', 'POST']),
      /**
       * With {hash} and {notification} where those of a build and a notification stand; of pictures the host, or {host}
       * where it may be any.
       */
      url: z.string(),
      sends: z.array(field),
      when: z.string(),
      why: z.string(),
    }),
  ),
  /** Who else sees a visitor's network address: hosts of pictures, known ones and, on a site without domains, any. */
  others: z.object({ hosts: z.array(z.string()), isAnywhere: z.boolean() }),
  /** What the server keeps. */
  kept: z.array(
    z.object({
      about: z.enum(['visitors', 'customers']),
      what: z.string(),
      /** The same in short; of events, which kinds of data. */
      inShort: z.string(),
      /** Of events, every kind of data; null for all else, which `what` says whole. */
      holds: z.string().nullable(),
      where: z.string(),
      howLong: z.string(),
      why: z.string(),
    }),
  ),
  /** The same as text for a privacy policy. */
  text: z.object({ plain: z.string(), markdown: z.string() }),
});
export type DataStatement = z.infer<typeof dataStatementSchema>;
