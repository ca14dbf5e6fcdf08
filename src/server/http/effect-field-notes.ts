// What the fields of goals, hold-outs and effects mean; field-notes.ts has the rest.
import type { Note } from './event-field-notes.ts';

export const EFFECT_NOTES: Readonly<Record<string, Note>> = {
  'Site.currency': ['In which orders are worth something: three letters of ISO 4217; null until it is chosen.', 'EUR'],
  'Effect.currency': ["The site's."],
  'Effect.goalId': ['The id of a goal.', '0198c0de-7f3a-7000-8000-00000000000a'],
  'Effect.name': ['What you call the goal.', 'Orders'],
  'Effect.kind': [
    'orders: what a source or the events API reports; page: a page is reached; click: an element with `data-proofbell-goal` is clicked; code: your page calls `Proofbell.goal`.',
    'orders',
  ],
  'Effect.eventKind': ['Of orders: purchases unless given.', 'purchase'],
  'Effect.sourceId': ['Of orders: only those of this source.', '0198c0de-7f3a-7000-8000-00000000000b'],
  'Effect.page': ['Of a page: its address, as rules have it.', { type: 'page', operator: 'is', value: ['/thank-you'] }],
  'Effect.key': ['By which browsers report it; made of the name unless given. Orders have none.', 'newsletter'],
  'Effect.isMain': ['Whether hold-out, guard and dashboard are about it. The first goal is.', true],
  'Effect.share': ['Percent of the browsers that see no notifications: 0, 10, 20 or 50.', 10],
  'Effect.isGuarded': ['Whether the widget pauses itself once its notifications cost conversions.', true],
  'Effect.guardsByBrowsers': [
    'Whether the guard also believes what browsers report, which anybody can make up.',
    false,
  ],
  'Effect.epochs': ['Since when what is measured, the newest first.'],
  'Effect.epoch': ['The one that these figures are of; null before the first.'],
  'Effect.enrolled': ['Browsers that took part.'],
  'Effect.heldOut': ['Of those that see no notifications.', 90],
  'Effect.shown': ['Of those that see them.', 910],
  'Effect.isRatioBroken': ['Whether the two groups are not as large as they must be.'],
  'Effect.isForged': ['Whether that looks made up: the orders are as they should be.'],
  'Effect.converted': ['Buyers or browsers that reached it, after refunds.'],
  'Effect.state': [
    'early: too few to say anything; none: no clear difference yet; clear: there is one; broken: the groups are not as large as they must be.',
    'none',
  ],
  'Effect.evidence': ['A difference is clear from 20 on.', 1.9],
  'Effect.lift': ['How much more often the shown reached it, as a share, with its interval.'],
  'Effect.needed': ['Conversions after which ±20% would be seen.'],
  'Effect.seenBy': ['The day by which that is; null when that is too far.', '2027-01-12'],
  'Effect.money': [
    'How much more each browser spent, as a share; null until enough orders came, and of goals that browsers report.',
  ],
  'Effect.sentence': ['The same in words.'],
  'Effect.withoutArm': ['Orders that came without an arm, which are in no figure.'],
  'Event.arm': ["What `Proofbell.arm()` answered in the buyer's browser.", 'pb-k3j7x2ab-1'],
};
