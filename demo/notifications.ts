// The demo shop's notifications that somebody wrote, as one does with news and offers, and how its made-up visitors
// responded to all of them. Purchases, reviews and sign-ups are events (orders.ts).

import type { CreateNotificationInput } from '#shared/contract/notification.ts';
import { DAY, HOUR } from '#shared/time.ts';
import type { Choice } from './history.ts';
import { type Category, PRODUCTS } from './products.ts';
import { TEMPLATES, type TemplateKey } from './templates.ts';

const HOME = '/demo/shop';
const pagesOf = (category: Category) =>
  PRODUCTS.filter((one) => one.category === category).map(({ slug }) => `${HOME}/${slug}`);

/** Shares of visits: most people start on the home page, and desks draw more than stools. */
const PAGES: readonly Choice<string>[] = [
  [HOME, 40],
  ...PRODUCTS.map(({ slug }, index): Choice<string> => [`${HOME}/${slug}`, 13 - index]),
];

/** @returns the pages that displayed a notification: those named by its rule, or all. */
export const pagesFor = ({ content }: DemoNotification): readonly Choice<string>[] => {
  const named = content.rules?.conditions?.flatMap((one) => (one.type === 'page' ? one.value : [])) ?? [];
  return named.length > 0 ? PAGES.filter(([page]) => named.includes(page)) : PAGES;
};

export type DemoNotification = {
  /** Milliseconds before the demo's start: when it was written, and when its event happened. */
  age: number;
  /** Milliseconds before the demo's start: when the owner switched it off. */
  offAge?: number;
  /** Milliseconds from the demo's start. */
  startsIn?: number;
  endsIn?: number;
  /** The owner's template it was made from. */
  template?: TemplateKey;
  /** Its weight relative to the other notifications while it ran. */
  weight: number;
  /** Shares of its displays. */
  clickRate: number;
  dismissRate: number;
  content: Omit<CreateNotificationInput, 'widgetId' | 'timestamp' | 'startsAt' | 'endsAt' | 'status'>;
};

/** @returns a product's URL and image, as its owner would type them. */
const product = (slug: string) => ({ url: `/demo/shop/${slug}`, image: `/demo/assets/${slug}.svg` });

/** How visitors responded to what tells of an event, by its kind. */
export const OF_EVENTS = {
  purchase: { weight: 5, pages: PAGES, clickRate: 0.069, dismissRate: 0.012 },
  review: { weight: 4, pages: PAGES, clickRate: 0.059, dismissRate: 0.014 },
  signup: { weight: 2, pages: PAGES, clickRate: 0.027, dismissRate: 0.016 },
} as const;
export type ToldKind = keyof typeof OF_EVENTS;

/** Oldest first: a new notification is placed before the others. */
export const NOTIFICATIONS: readonly DemoNotification[] = [
  {
    age: 65 * DAY,
    weight: 3,
    clickRate: 0.034,
    dismissRate: 0.018,
    content: {
      type: 'milestone',
      name: 'The 500th desk',
      title: 'Desk number 500',
      message: 'The 500th Oak Desk left our workshop. Thank you!',
      count: 500,
      ...product('oak-desk'),
    },
  },
  {
    age: 44 * DAY,
    offAge: 13 * DAY,
    template: 'sale',
    weight: 5,
    clickRate: 0.081,
    dismissRate: 0.026,
    content: {
      type: 'discount',
      name: 'Workshop sale',
      title: 'Workshop sale',
      message: '10% off all stools while we make room',
      code: 'WORKSHOP10',
      appearance: TEMPLATES.sale.customization,
      rules: TEMPLATES.sale.displayRules,
      ...product('counter-stool'),
    },
  },
  {
    age: 19 * DAY,
    weight: 3,
    clickRate: 0.041,
    dismissRate: 0.021,
    content: {
      type: 'announcement',
      name: 'Oil with desks',
      title: 'Now with every desk',
      message: 'A free tin of hard-wax oil, enough for ten years',
      ...product('trestle-desk'),
    },
  },
  {
    age: 4 * DAY,
    template: 'shown',
    weight: 3,
    clickRate: 0.048,
    dismissRate: 0.02,
    content: { type: 'visitors', message: 'Our notifications were shown {{value}} times today' },
  },
  {
    age: 3 * DAY,
    weight: 5,
    clickRate: 0.086,
    dismissRate: 0.017,
    content: {
      type: 'low-stock',
      name: 'Walnut, this batch',
      message: 'Only 3 Walnut Desks left of this batch',
      count: 3,
      // The warm paper of its batch cards.
      appearance: { brandColors: { backgroundColor: '#fdf6e9', borderColor: '#e6cfa8', primaryColor: '#8f5a14' } },
      ...product('walnut-desk'),
    },
  },
  {
    age: 2 * DAY,
    endsIn: 3 * DAY,
    weight: 5,
    clickRate: 0.073,
    dismissRate: 0.024,
    content: {
      type: 'discount',
      name: 'Lamp delivery',
      title: 'Free delivery',
      message: 'On every lamp, for three more days',
      code: 'LAMPS-HOME',
      rules: { match: 'all', conditions: [{ type: 'page', operator: 'is', value: [HOME, ...pagesOf('lamps')] }] },
      ...product('brass-lamp'),
    },
  },
  {
    age: 3 * HOUR,
    startsIn: DAY,
    weight: 0,
    clickRate: 0,
    dismissRate: 0,
    content: {
      type: 'announcement',
      name: 'Arc lamp in black',
      title: 'New in the shop',
      message: 'The Arc Floor Lamp, now in black steel',
      ...product('arc-lamp'),
    },
  },
];
