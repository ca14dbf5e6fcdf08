// Numbers that are computed from a site's events, on the wire: what is counted, over how long, and from how many on it
// shows. Templates hold them, and the notifications that are made from those. What their texts say is in
// aggregate-wording.ts.
import { z } from 'zod';
import { COUNT_MAX, NAME_MAX } from '../limits.ts';
import { EVENT_KINDS } from './event.ts';
import { filledText, id, isoDate, wholeNumber } from './text.ts';

/**
 * count: how many events there are; distinct: of how many people; average: of their ratings; last: when the newest was;
 * displays: how often the site's notifications were displayed.
 */
export const MEASURES = ['count', 'distinct', 'average', 'last', 'displays'] as const;
export type Measure = (typeof MEASURES)[number];

/** The days of the site's calendar that count, by their number: today alone, or with the 6 or 29 days before. */
export const WINDOW_DAYS = { day: 1, week: 7, month: 30 } as const;
const WINDOWS = ['day', 'week', 'month'] as const satisfies readonly (keyof typeof WINDOW_DAYS)[];
export type AggregateWindow = (typeof WINDOWS)[number];

/** The types of notification that can tell each number. */
export const TYPES_OF_MEASURE = {
  count: ['milestone', 'custom'],
  distinct: ['milestone', 'custom'],
  average: ['review'],
  last: ['custom', 'milestone'],
  displays: ['visitors'],
} as const;

const DEFAULT_FLOOR = 5;

const fields = {
  measure: z.enum(MEASURES, `One of ${MEASURES.join(', ')}`),
  /** Absent for displays. */
  kind: z.enum(EVENT_KINDS, `One of ${EVENT_KINDS.join(', ')}`).optional(),
  window: z.enum(WINDOWS, `One of ${WINDOWS.join(', ')}`),
  /** It shows once so many were counted; of an average, so many ratings. */
  floor: wholeNumber(1, 1_000_000),
  /** Only events of this source. */
  sourceId: id().optional(),
  /** Only events of products with this in their names, in any case of letters. */
  product: filledText(NAME_MAX, 'Enter part of a name').optional(),
};

/** As templates hold it. */
export const aggregateSchema = z.object(fields);
export type Aggregate = z.infer<typeof aggregateSchema>;

type Asked = { measure: Measure; kind?: unknown; sourceId?: unknown; product?: unknown };

/** Displays are no events: what narrows those down would promise something. */
function checkAsked({ measure, kind, sourceId, product }: Asked, ctx: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (measure !== 'displays') {
    if (kind === undefined) refuse('kind', 'Required, but for displays');
    return;
  }
  for (const [path, value] of Object.entries({ kind, sourceId, product })) {
    if (value !== undefined) refuse(path, 'Displays are not of events');
  }
}

/** As it is given: `floor` may be left out. */
export const aggregateInput = z
  .strictObject({ ...fields, floor: fields.floor.default(DEFAULT_FLOOR) })
  .superRefine(checkAsked);
export type AggregateInput = z.input<typeof aggregateInput>;

/** As a notification holds it, with the texts that its numbers are written into. */
export const computationSchema = aggregateSchema.extend({ message: z.string(), title: z.string().nullable() });
export type Computation = z.infer<typeof computationSchema>;

/** What came of it. */
export const computedSchema = z.object({
  /** The number; null where there is none: for `last`, and the average of nothing. */
  value: z.number().nullable(),
  /** What the floor is compared with: how many events, people, ratings or displays there were. */
  count: z.number().int().max(COUNT_MAX),
  /** When it last came out differently. */
  at: isoDate(),
});

/** What a number is now, asked for without any notification. */
export const aggregateValueSchema = computedSchema.omit({ at: true });
export type AggregateValue = z.infer<typeof aggregateValueSchema>;

const { floor: _floor, ...asked } = fields;
export const aggregateValueInput = z.strictObject({ siteId: id(), ...asked }).superRefine(checkAsked);
export type AggregateValueInput = z.infer<typeof aggregateValueInput>;
