// Whether notifications change what visitors do, on the wire: the share that is held out, and what came of both arms
// (docs/decisions/026-effect.md).
import { z } from 'zod';
import { GOAL_KINDS } from './goal.ts';
import { id, isoDate } from './text.ts';

/** Percent of the browsers that see no notifications; 0 measures nothing. */
export const SHARES = [0, 10, 20, 50] as const;
/**
 * Why an epoch ended: off: nothing is held out any more; changed: another share, main goal or definition of it; harm: the guard
 * paused the widget.
 */
export const EPOCH_ENDS = ['off', 'changed', 'harm'] as const;

export const holdOutSchema = z.object({
  share: z.literal(SHARES),
  /** Whether the widget pauses itself once its notifications do harm. */
  isGuarded: z.boolean(),
  /** Whether the guard also believes what browsers report, which anybody can make up. */
  guardsByBrowsers: z.boolean(),
});
export type HoldOut = z.infer<typeof holdOutSchema>;

const NO_SHARE = `One of ${SHARES.join(', ')}`;
/** What is left out stays as it is. */
export const updateHoldOutInput = z.strictObject({
  siteId: id(),
  share: z.literal(SHARES, NO_SHARE).optional(),
  isGuarded: z.boolean().optional(),
  guardsByBrowsers: z.boolean().optional(),
});
export type UpdateHoldOutInput = z.infer<typeof updateHoldOutInput>;

const epochSchema = z.object({
  id: z.string(),
  share: z.number(),
  /** In which orders are worth something; null where that wasn't chosen. */
  currency: z.string().nullable(),
  startedAt: isoDate(),
  endedAt: isoDate().nullable(),
  endedBecause: z.enum(EPOCH_ENDS).nullable(),
});
export type Epoch = z.infer<typeof epochSchema>;

const count = z.number().int();
const armsSchema = z.object({ heldOut: count, shown: count });
export type ArmCounts = z.infer<typeof armsSchema>;

/** Of both arms; `high` is null while nobody of the held out has done it: then there is no upper bound. */
const liftSchema = z.object({ value: z.number().nullable(), low: z.number(), high: z.number().nullable() });
export type Lift = z.infer<typeof liftSchema>;

/**
 * early: too few for any statement; none: no clear difference yet; clear: there is one; broken: the arms are not as large as they
 * must be, and nothing is said of a difference.
 */
const EFFECT_STATES = ['early', 'none', 'clear', 'broken'] as const;
export type EffectState = (typeof EFFECT_STATES)[number];

const goalEffectSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(GOAL_KINDS),
  isMain: z.boolean(),
  /** Orders by those who sent them, everything else by browsers, which anybody can make up. */
  reportedBy: z.enum(['orders', 'browsers']),
  /** Buyers, or browsers, that reached it; after refunds. */
  converted: armsSchema,
  state: z.enum(EFFECT_STATES),
  /** How many times as likely these counts are with an effect than without: there is one from 20 on. */
  evidence: z.number(),
  /** Null without conversions, and while the arms are broken. */
  lift: liftSchema.nullable(),
  /** Conversions of both arms before which nothing but a very large change can be seen. */
  first: count,
  /** Conversions of both arms after which ±20% would be seen. */
  needed: count,
  /** The day by which that is, at the present traffic; null while nothing comes. */
  seenBy: z.string().nullable(),
  /** What it was worth, in the epoch's currency: the sums of both arms; null where nothing is worth anything. */
  value: z.object({ heldOut: z.number(), shown: z.number() }).nullable(),
  /** What each browser that could see notifications spent more or less, as a share; null until there are enough orders. */
  money: liftSchema.nullable(),
  /** The same in words, as the dashboard says it. */
  sentence: z.string(),
});
export type GoalEffect = z.infer<typeof goalEffectSchema>;

export const effectInput = z.strictObject({
  siteId: id(),
  /** An epoch; the last one without it. */
  epoch: id().optional(),
});
export type EffectInput = z.infer<typeof effectInput>;

export const effectSchema = z.object({
  holdOut: holdOutSchema,
  currency: z.string().nullable(),
  /** The newest first. */
  epochs: z.array(epochSchema),
  /** Null before the first. */
  epoch: epochSchema.nullable(),
  enrolled: armsSchema,
  /** Whether more or fewer browsers are in an arm than chance explains. */
  isRatioBroken: z.boolean(),
  /** Whether that is so while orders' own counts are intact: then somebody made up enrolments, and the orders still count. */
  isForged: z.boolean(),
  /** The main goal first. */
  goals: z.array(goalEffectSchema),
  /** Of the main goal: what had come by the end of each day, and the lift so far. */
  days: z.array(
    z.object({ day: z.string(), enrolled: armsSchema, converted: armsSchema, lift: liftSchema.nullable() }),
  ),
  /** Of the main goal, week by week: whether it wears off. `week` is its first day. */
  weeks: z.array(
    z.object({ week: z.string(), enrolled: armsSchema, converted: armsSchema, lift: liftSchema.nullable() }),
  ),
  /** Orders of the main goal since the epoch began that came without an arm: they are in no figure above. */
  withoutArm: count,
  valueCap: z.number().nullable(),
  /** By which day ±20% would be seen if a share began today, at the orders of the last 28 days; null where these are too few. */
  forecasts: z.array(z.object({ share: z.number(), seenBy: z.string().nullable() })),
});
export type Effect = z.infer<typeof effectSchema>;
