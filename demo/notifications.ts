// The demo shop's notifications that somebody wrote, and how its made-up visitors responded.

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
  /** Where it came from; see the domain's createNotification. */
  source: 'manual' | 'api';
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

/** What the newest order's notification has in common with these, though an event tells of it (orders.ts). */
export const OF_ORDER = { weight: 7, pages: PAGES, clickRate: 0.069, dismissRate: 0.012 } as const;

/** Oldest first: a new notification is placed before the others. */
export const NOTIFICATIONS: readonly DemoNotification[] = [
  {
    age: 60 * DAY,
    source: 'manual',
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
    source: 'manual',
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
    age: 52 * DAY,
    source: 'api',
    weight: 4,
    clickRate: 0.059,
    dismissRate: 0.014,
    content: {
      type: 'review',
      title: '“Solid, quiet, beautiful”',
      message: 'Jonas from Graz on the Linen Lamp',
      rating: 5,
      ...product('linen-lamp'),
    },
  },
  {
    age: 19 * DAY,
    source: 'manual',
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
    age: 12 * DAY,
    source: 'api',
    weight: 3,
    clickRate: 0.027,
    dismissRate: 0.016,
    content: {
      type: 'signup',
      message: 'Priya from Leeds and 37 others joined our newsletter',
      url: '/demo/shop#workshop',
      // Not before visitors have had a look around.
      rules: { match: 'all', conditions: [{ type: 'pages', operator: 'at-least', value: 2 }] },
    },
  },
  {
    age: 5 * DAY + 3 * HOUR,
    source: 'api',
    template: 'order',
    weight: 4,
    clickRate: 0.064,
    dismissRate: 0.013,
    content: { type: 'purchase', message: 'Sofie from Ghent bought two Ash Stools', ...product('ash-stool') },
  },
  {
    age: 4 * DAY,
    source: 'manual',
    template: 'shown',
    weight: 3,
    clickRate: 0.048,
    dismissRate: 0.02,
    content: { type: 'visitors', message: 'Shown {{value}} times today' },
  },
  {
    age: 3 * DAY,
    source: 'manual',
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
    source: 'manual',
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
    source: 'manual',
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
