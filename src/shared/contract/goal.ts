// Goals of a site on the wire: what visitors are meant to do, and who reports it (docs/decisions/026-effect.md).
import { z } from 'zod';
import { GOAL_KEY_MAX, NAME_MAX } from '../limits.ts';
import { pageSchema } from './rules.ts';
import { boundedText, filledText, id, isoDate } from './text.ts';

/**
 * orders: purchases, sign-ups or reviews that a source or the events API reports, with the arm that came with them; page: a page is
 * reached; click: an element with `data-proofbell-goal` is clicked; code: the page calls `Proofbell.goal`.
 */
export const GOAL_KINDS = ['orders', 'page', 'click', 'code'] as const;
type GoalKind = (typeof GOAL_KINDS)[number];

/** Events that may be a goal. */
const GOAL_EVENTS = ['purchase', 'signup', 'review'] as const;
export type GoalEvent = (typeof GOAL_EVENTS)[number];

const NO_KEY = 'Use lowercase letters, digits and single hyphens';
/** The name by which browsers report a goal. */
export const goalKey = () => boundedText(GOAL_KEY_MAX, NO_KEY).regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, NO_KEY);

const fields = z.strictObject({
  name: filledText(NAME_MAX, 'Enter a name'),
  kind: z.enum(GOAL_KINDS, `One of ${GOAL_KINDS.join(', ')}`),
  /** Of orders: which events count; purchases without one. */
  eventKind: z.enum(GOAL_EVENTS, `One of ${GOAL_EVENTS.join(', ')}`).optional(),
  /** Of orders: only those of this source; of all without one. */
  sourceId: id().optional(),
  /** Of a page: its address. */
  page: pageSchema.optional(),
  /** Of what browsers report: unique in the site; made of the name without one. */
  key: goalKey().optional(),
  /** Whether hold-out, guard and the sentence on the dashboard are about this one. The first goal is, by itself. */
  isMain: z.boolean().optional(),
});

type Told = { kind?: GoalKind; page?: unknown; sourceId?: unknown; eventKind?: unknown; key?: unknown };
function checkKind({ kind, page, ...told }: Told, ctx: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (kind === 'page' && page === undefined) refuse('page', 'Enter the page');
  if (kind !== 'page' && page !== undefined) refuse('page', 'Only a goal of kind page has one');
  for (const field of ['sourceId', 'eventKind'] as const)
    if (kind !== 'orders' && told[field] !== undefined) refuse(field, 'Only a goal of kind orders has one');
  if (kind === 'orders' && told.key !== undefined) refuse('key', 'Orders come with their source');
}

export const createGoalInput = fields.extend({ siteId: id() }).superRefine(checkKind);
export type CreateGoalInput = z.infer<typeof createGoalInput>;
export const goalRef = z.strictObject({ siteId: id(), goalId: id() });
export type GoalRef = z.infer<typeof goalRef>;
/** All of its fields: what is left out is as if it had never been set. */
export const updateGoalInput = fields.extend(goalRef.shape).superRefine(checkKind);
export type UpdateGoalInput = z.infer<typeof updateGoalInput>;

export const goalSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(GOAL_KINDS),
  eventKind: z.enum(GOAL_EVENTS).nullable(),
  sourceId: z.string().nullable(),
  page: pageSchema.nullable(),
  key: z.string().nullable(),
  isMain: z.boolean(),
  createdAt: isoDate(),
});
export type Goal = z.infer<typeof goalSchema>;
