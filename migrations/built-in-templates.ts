// The built-in templates as their migration writes them. They say nothing that a shop would have to make true: no names,
// numbers, codes or stars, only sentences that hold for any shop that chooses them, with values or without. Like the step
// itself, they never change once released: later ones come with a step of their own.

type Condition = { type: string; operator: string; value?: string[] | number };
type BuiltIn = {
  id: string;
  name: string;
  category: string;
  type: string;
  title?: string;
  message: string;
  /** An appearance patch. */
  look: object;
  rules: { match: 'all' | 'any'; conditions: Condition[] };
};

const colors = (backgroundColor: string, borderColor: string, textColor: string, accent: string, mark: string) => ({
  brandColors: {
    primaryColor: accent,
    secondaryColor: mark,
    textColor,
    backgroundColor,
    linkColor: accent,
    borderColor,
  },
});
export const WHITE = colors('#ffffff', '#e2e8f0', '#1f2937', '#1d4ed8', '#15803d');
const GREEN = colors('#f0fdf4', '#bbf7d0', '#14532d', '#15803d', '#15803d');
export const BLUE = colors('#eff6ff', '#bfdbfe', '#1e3a8a', '#1d4ed8', '#0e7490');
export const CREAM = colors('#fffbeb', '#fde68a', '#78350f', '#b45309', '#b45309');
const NIGHT = colors('#111827', '#374151', '#f9fafb', '#93c5fd', '#86efac');
const TEAL = colors('#f0fdfa', '#99f6e4', '#134e4a', '#0f766e', '#0f766e');
const EMBER = colors('#fff7ed', '#fed7aa', '#7c2d12', '#c2410c', '#c2410c');
const SLATE = colors('#f8fafc', '#cbd5e1', '#0f172a', '#334155', '#0e7490');
const VIOLET = colors('#f5f3ff', '#ddd6fe', '#4c1d95', '#6d28d9', '#6d28d9');
const ROSE = colors('#fff1f2', '#fecdd3', '#881337', '#be123c', '#be123c');
const PLUM = colors('#3b0764', '#6b21a8', '#faf5ff', '#e9d5ff', '#f0abfc');
export const GOLD = colors('#1c1917', '#57534e', '#fafaf9', '#fcd34d', '#fcd34d');

export const ROUND = { borderRadius: 16 };
export const PILL = { borderRadius: 28, padding: '14px' };
const SQUARE = { borderRadius: 2 };
export const FLAT = { boxShadow: false };
export const RAISED = { boxShadow: true, shadowIntensity: 4 };
export const enter = (animationType: string, hoverEffect = 'None') => ({ animations: { animationType, hoverEffect } });
const heading = (headingStyle: string, fontWeight = 'Regular (400)') => ({ typography: { headingStyle, fontWeight } });

export const all = (...conditions: Condition[]) => ({ match: 'all' as const, conditions });
const any = (...conditions: Condition[]) => ({ match: 'any' as const, conditions });
const page = (operator: string, ...value: string[]): Condition => ({ type: 'page', operator, value });
export const visitor = (kind: string): Condition => ({ type: 'visitor', operator: 'is', value: [kind] });
const device = (...value: string[]): Condition => ({ type: 'device', operator: 'is', value });
export const atLeast = (type: string, value: number): Condition => ({ type, operator: 'at-least', value });
const EXIT: Condition = { type: 'exit', operator: 'happened' };
export const PRODUCT_PAGE = page('contains', '/product', '/item', '/shop/');
const CART = page('contains', '/cart', '/basket', '/bag');
/** Where people pay, nothing should distract them. */
export const NOT_CHECKOUT = page('is-not', '/checkout', '/cart', '/basket');

export const BUILT_IN_TEMPLATES: readonly BuiltIn[] = [
  {
    id: 'sales-order',
    name: 'Order placed',
    category: 'sales',
    type: 'purchase',
    message: '{{name|Someone}} bought {{product|something from our shop}} {{time}}',
    look: { ...WHITE, ...enter('Slide In', 'Lift'), layout: ROUND },
    rules: all(NOT_CHECKOUT),
  },
  {
    id: 'sales-city',
    name: 'Order from a city',
    category: 'sales',
    type: 'purchase',
    title: 'New order from {{city|a customer}}',
    message: '{{product|Thank you for shopping with us}}',
    look: { ...GREEN, ...enter('Fade In'), ...heading('Bold'), layout: FLAT },
    rules: all(visitor('new'), NOT_CHECKOUT),
  },
  {
    id: 'sales-on-its-way',
    name: 'Order on its way',
    category: 'sales',
    type: 'purchase',
    message: '{{product|An order}} is on its way to {{city|its new home}}',
    look: { ...SLATE, ...enter('Slide In'), layout: SQUARE },
    rules: all(atLeast('pages', 2), NOT_CHECKOUT),
  },
  {
    id: 'signups-joined',
    name: 'New member',
    category: 'signups',
    type: 'signup',
    message: '{{name|Someone new}} joined us {{time}}',
    look: { ...BLUE, ...enter('Bounce'), layout: PILL },
    rules: all(visitor('new'), page('is-not', '/login', '/signup', '/register')),
  },
  {
    id: 'signups-newsletter',
    name: 'Newsletter reader',
    category: 'signups',
    type: 'signup',
    message: '{{name|A new reader}} signed up for {{product|our newsletter}}',
    look: { ...VIOLET, ...enter('Fade In', 'Glow'), layout: ROUND },
    rules: all(atLeast('scroll', 40)),
  },
  {
    id: 'signups-account',
    name: 'Account created',
    category: 'signups',
    type: 'signup',
    message: '{{name|A new customer}} created an account {{time}}',
    look: { ...WHITE, ...enter('Zoom In'), layout: RAISED },
    rules: all(visitor('new'), atLeast('time', 15)),
  },
  {
    id: 'reviews-new',
    name: 'New review',
    category: 'reviews',
    type: 'review',
    message: '{{name|A customer}} reviewed {{product|one of our products}} {{time}}',
    look: { ...CREAM, ...enter('Fade In', 'Lift'), layout: ROUND },
    rules: all(PRODUCT_PAGE),
  },
  {
    id: 'reviews-read',
    name: 'Read the reviews',
    category: 'reviews',
    type: 'announcement',
    title: 'Not sure yet?',
    message: '{{count|Customer}} reviews of {{product|our products}} can help you decide',
    look: { ...WHITE, ...enter('Slide In'), ...heading('Bold'), layout: FLAT },
    rules: all(PRODUCT_PAGE, atLeast('time', 20)),
  },
  {
    id: 'reviews-ask',
    name: 'Ask for a review',
    category: 'reviews',
    type: 'announcement',
    message: 'Bought {{product|something}} from us? Tell others how you like it',
    look: { ...TEAL, ...enter('Fade In'), layout: PILL },
    rules: all(visitor('returning'), NOT_CHECKOUT),
  },
  {
    id: 'live-activity-viewers',
    name: 'People on this page',
    category: 'live-activity',
    type: 'visitors',
    message: 'People looking at {{product|this page}} right now: {{count|you, for one}}',
    look: { ...NIGHT, ...enter('Fade In'), layout: PILL },
    rules: all(PRODUCT_PAGE, atLeast('time', 5)),
  },
  {
    id: 'live-activity-cart',
    name: 'Added to a cart',
    category: 'live-activity',
    type: 'custom',
    message: '{{name|Someone}} added {{product|an item}} to their cart {{time}}',
    look: { ...WHITE, ...enter('Bounce', 'Grow'), layout: RAISED },
    rules: all(atLeast('pages', 2), device('desktop', 'tablet'), NOT_CHECKOUT),
  },
  {
    id: 'live-activity-team',
    name: 'Team at work',
    category: 'live-activity',
    type: 'announcement',
    title: '{{name|Our team}} is at work right now',
    message: 'Ask us about {{product|anything in the shop}}',
    look: { ...GREEN, ...enter('Slide In'), ...heading('Bold'), layout: ROUND },
    rules: all(
      { type: 'weekday', operator: 'is', value: ['mon', 'tue', 'wed', 'thu', 'fri'] },
      { type: 'hour', operator: 'between', value: ['09:00', '17:00'] },
    ),
  },
  {
    id: 'low-stock-left',
    name: 'Pieces left',
    category: 'low-stock',
    type: 'low-stock',
    title: '{{product|This item}}',
    message: '{{count|See how many are}} left in stock',
    look: { ...EMBER, ...enter('Slide In', 'Lift'), ...heading('Normal', 'Medium (500)') },
    rules: all(PRODUCT_PAGE, atLeast('time', 10)),
  },
  {
    id: 'low-stock-check',
    name: 'Check the stock',
    category: 'low-stock',
    type: 'low-stock',
    message: 'Thinking about {{product|this one}}? Check the stock before you go',
    look: { ...CREAM, ...enter('Fade In'), layout: SQUARE },
    rules: all(PRODUCT_PAGE, EXIT),
  },
  {
    id: 'low-stock-back',
    name: 'Back in stock',
    category: 'low-stock',
    type: 'announcement',
    message: '{{product|An item you may have missed}} is back in stock',
    look: { ...TEAL, ...enter('Zoom In', 'Lift'), layout: RAISED },
    rules: all(visitor('returning')),
  },
  {
    id: 'announcements-arrival',
    name: 'New arrival',
    category: 'announcements',
    type: 'announcement',
    title: 'New in the shop',
    message: '{{product|Something new}} has arrived. Take a look',
    look: { ...VIOLET, ...enter('Slide In', 'Lift'), ...heading('Uppercase'), layout: ROUND },
    rules: any(visitor('returning'), atLeast('pages', 3)),
  },
  {
    id: 'announcements-delivery',
    name: 'Delivery details',
    category: 'announcements',
    type: 'announcement',
    message: 'Delivery to {{city|your door}}: see times and costs before you pay',
    look: { ...BLUE, ...enter('None'), layout: { ...SQUARE, ...FLAT } },
    rules: all(CART),
  },
  {
    id: 'announcements-hours',
    name: 'New opening hours',
    category: 'announcements',
    type: 'announcement',
    title: 'New opening hours',
    message: 'Our {{city|opening}} hours have changed. Check them before you visit',
    look: { ...NIGHT, ...enter('Fade In'), ...heading('Bold'), layout: FLAT },
    rules: all(device('mobile', 'tablet')),
  },
  {
    id: 'announcements-help',
    name: 'Here to help',
    category: 'announcements',
    type: 'announcement',
    message: 'Questions about {{product|your order}}? {{name|Our team}} is happy to help',
    look: { ...ROSE, ...enter('Zoom In'), layout: PILL },
    rules: any(atLeast('time', 60), CART),
  },
  {
    id: 'discounts-welcome',
    name: 'Welcome discount',
    category: 'discounts',
    type: 'discount',
    title: 'New here?',
    message: 'Save on {{product|your first order}}',
    look: { ...ROSE, ...enter('Bounce', 'Grow'), ...heading('Bold'), layout: ROUND },
    rules: all(visitor('new'), atLeast('time', 20)),
  },
  {
    id: 'discounts-exit',
    name: 'Before you go',
    category: 'discounts',
    type: 'discount',
    title: 'Before you go',
    message: "There's a discount for you on {{product|your order}}",
    look: { ...PLUM, ...enter('Zoom In', 'Glow'), ...heading('Bold'), layout: RAISED },
    rules: all(EXIT, device('desktop')),
  },
  {
    id: 'discounts-return',
    name: 'Good to see you again',
    category: 'discounts',
    type: 'discount',
    message: "Good to see you again. Here's a discount on {{product|your next order}}",
    look: { ...GOLD, ...enter('Flip'), layout: SQUARE },
    rules: all(atLeast('visits', 3)),
  },
  {
    id: 'milestones-customers',
    name: 'Thank you, customers',
    category: 'milestones',
    type: 'milestone',
    message: 'To {{count|all our}} customers: thank you for your trust',
    look: { ...GOLD, ...enter('Zoom In'), ...heading('Normal', 'Medium (500)'), layout: ROUND },
    rules: all(atLeast('pages', 2)),
  },
  {
    id: 'milestones-orders',
    name: 'Orders so far',
    category: 'milestones',
    type: 'milestone',
    message: 'Thank you for {{count|every one of your}} orders',
    look: { ...PLUM, ...enter('Slide In'), layout: PILL },
    rules: all(atLeast('scroll', 50)),
  },
  {
    id: 'milestones-birthday',
    name: 'Birthday',
    category: 'milestones',
    type: 'milestone',
    title: "It's our birthday",
    message: 'Thank you from {{name|all of us}} for being part of it',
    look: { ...BLUE, ...enter('Bounce', 'Glow'), ...heading('Bold'), layout: RAISED },
    rules: any(visitor('returning'), atLeast('time', 30)),
  },
];
