// The built-in templates whose numbers are computed, as their migration writes them; like all of a step, they never change
// once released. They ask for the events that most shops have, and for five of them.
import {
  all,
  atLeast,
  BLUE,
  CREAM,
  enter,
  FLAT,
  GOLD,
  NOT_CHECKOUT,
  PILL,
  PRODUCT_PAGE,
  RAISED,
  ROUND,
  visitor,
  WHITE,
} from './built-in-templates.ts';

const FLOOR = 5;
const BOLD = { typography: { headingStyle: 'Bold' } };

export const BUILT_IN_AGGREGATES = [
  {
    id: 'sales-week',
    name: 'Sold this week',
    category: 'sales',
    type: 'milestone',
    message: '{{value}} sold this week',
    aggregate: { measure: 'count', kind: 'purchase', window: 'week', floor: FLOOR },
    look: { ...GOLD, ...enter('Slide In', 'Lift'), ...BOLD, layout: ROUND },
    rules: all(atLeast('time', 5), NOT_CHECKOUT),
  },
  {
    id: 'sales-last',
    name: 'Last bought',
    category: 'sales',
    type: 'custom',
    message: 'Last bought',
    aggregate: { measure: 'last', kind: 'purchase', window: 'day', floor: FLOOR },
    look: { ...WHITE, ...enter('Fade In', 'Lift'), layout: PILL },
    rules: all(PRODUCT_PAGE, NOT_CHECKOUT),
  },
  {
    id: 'signups-today',
    name: 'Signed up today',
    category: 'signups',
    type: 'milestone',
    message: '{{value}} signed up today',
    aggregate: { measure: 'distinct', kind: 'signup', window: 'day', floor: FLOOR },
    look: { ...BLUE, ...enter('Zoom In', 'Lift'), layout: RAISED },
    rules: all(visitor('new'), atLeast('time', 5)),
  },
  {
    id: 'reviews-stars',
    name: 'Average rating',
    category: 'reviews',
    type: 'review',
    message: '{{value}} stars from {{count}} reviews',
    aggregate: { measure: 'average', kind: 'review', window: 'month', floor: FLOOR },
    look: { ...CREAM, ...enter('Slide In', 'Grow'), ...BOLD, layout: FLAT },
    rules: all(PRODUCT_PAGE, atLeast('scroll', 25)),
  },
];

/** What 'People on this page' has become: how often the shop's own notifications were displayed. */
export const SHOWN_TODAY = {
  id: 'live-activity-viewers',
  name: 'Shown today',
  message: 'Shown {{value}} times today',
  aggregate: { measure: 'displays', window: 'day', floor: FLOOR },
};
