// Rules that many sites begin with, one press each.
import type { Condition } from '#shared/embed/rule-types.ts';

type Starter = { label: string; conditions: Condition[] };

export const STARTERS: readonly Starter[] = [
  {
    label: 'Only on product pages',
    conditions: [{ type: 'page', operator: 'starts-with', value: ['/products'] }],
  },
  {
    // These pages alone: there is no 'does not start with' for those below them.
    label: 'Not on /cart and /checkout',
    conditions: [{ type: 'page', operator: 'is-not', value: ['/cart', '/checkout'] }],
  },
  { label: 'Only new visitors', conditions: [{ type: 'visitor', operator: 'is', value: ['new'] }] },
  {
    label: 'Weekdays, 9 to 17',
    conditions: [
      { type: 'weekday', operator: 'is', value: ['mon', 'tue', 'wed', 'thu', 'fri'] },
      { type: 'hour', operator: 'between', value: ['09:00', '17:00'] },
    ],
  },
];
