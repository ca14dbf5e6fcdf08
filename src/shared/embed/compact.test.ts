// The compact form and its reader: whatever the settings, the widget behaves as by the full form.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { behaviorChanges, compactNotification } from './compact.ts';
import { DEFAULT_BEHAVIOR, WIDGET_BEHAVIOR } from './defaults.ts';
import { type Behavior, CLICK_BEHAVIORS, DISMISS_PERIODS, LANGUAGES, QUEUE_ORDERS } from './payload.ts';
import { readPayload } from './read-payload.ts';

/** What the widget goes by, where nothing and off are the same. */
const effectOf = ({ timing, interaction, visibility, queue, language = 'auto' }: typeof WIDGET_BEHAVIOR) => ({
  ...timing,
  allowClosing: interaction.allowClosing,
  dismissPeriod: interaction.dismissPeriod,
  clickBehavior: interaction.clickBehavior,
  openInNewTab: interaction.openInNewTab ?? false,
  showOnDesktop: visibility.showOnDesktop,
  showOnMobile: visibility.showOnMobile,
  order: queue.order ?? 'newest',
  loop: queue.loop ?? false,
  perPage: queue.perPage ?? 0,
  perVisit: queue.perVisit ?? 0,
  language,
});

const seconds = fc.integer({ min: 0, max: 10 });
const cap = fc.integer({ min: 0, max: 3 });
const behaviors: fc.Arbitrary<Behavior> = fc.record({
  position: fc.constant('top-left' as const),
  mobilePosition: fc.constant('top' as const),
  timing: fc.record({
    initialDelay: seconds,
    displayDuration: seconds,
    timeBetween: seconds,
    randomizeTiming: fc.boolean(),
  }),
  interaction: fc.record({
    entireNotificationClickable: fc.boolean(),
    openInNewTab: fc.boolean(),
    allowClosing: fc.boolean(),
    dismissPeriod: fc.constantFrom(...DISMISS_PERIODS),
    clickBehavior: fc.constantFrom(...CLICK_BEHAVIORS),
  }),
  visibility: fc.record({ showOnDesktop: fc.boolean(), showOnMobile: fc.boolean(), zIndex: cap }),
  language: fc.constantFrom(...LANGUAGES),
  showSource: fc.boolean(),
  queue: fc.record({ order: fc.constantFrom(...QUEUE_ORDERS), loop: fc.boolean(), perPage: cap, perVisit: cap }),
});

test('the widget reads every behavior as it was set', () => {
  fc.assert(
    fc.property(behaviors, (behavior) => {
      const sent = { v: 2, token: 't', widget: { behavior: behaviorChanges(behavior) }, notifications: [] };
      const read = readPayload(JSON.stringify(sent))?.widget.behavior ?? WIDGET_BEHAVIOR;
      expect(effectOf(read)).toEqual(effectOf(behavior));
      // So the inspector can tell whether a page is up to date.
      expect(behaviorChanges(read)).toEqual(behaviorChanges(behavior));
    }),
  );
});

test('of the defaults there is nothing to say', () => {
  expect(behaviorChanges(DEFAULT_BEHAVIOR)).toBeUndefined();
  expect(behaviorChanges(WIDGET_BEHAVIOR)).toBeUndefined();
  // As the built widget has it.
  const timing = { ...WIDGET_BEHAVIOR.timing, randomizeTiming: 1 as unknown as boolean };
  expect(behaviorChanges({ ...WIDGET_BEHAVIOR, timing })).toBeUndefined();
});

test('an order leaves out its type and its proof, zeros of its times, and rules without conditions', () => {
  const order = { id: 'n', type: 'purchase' as const, message: 'Sold', from: 'Shop', proof: 'https://p.example/n' };
  const times = { timestamp: '2026-03-10T12:10:00.000Z', endsAt: '2026-04-09T12:10:05.000Z' };
  const compact = compactNotification({ ...order, ...times, rules: { match: 'all', conditions: [] } }, undefined);
  expect(compact).toEqual({
    id: 'n',
    message: 'Sold',
    from: 'Shop',
    timestamp: '2026-03-10T12:10:00Z',
    endsAt: '2026-04-09T12:10:05Z',
  });
  expect([Date.parse(compact.timestamp ?? ''), Date.parse(compact.endsAt ?? '')]).toEqual(
    Object.values(times).map((iso) => Date.parse(iso)),
  );
  const startsAt = '2026-03-10T12:10:00.123Z';
  expect(compactNotification({ ...order, type: 'review', startsAt }, '.a{}')).toMatchObject({
    type: 'review',
    startsAt,
    style: '.a{}',
  });
});
