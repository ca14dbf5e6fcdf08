// The demo owner's own templates. Some of the demo's notifications were made from them.
import type { CreateTemplateInput } from '#shared/contract/template.ts';

/** By the name that notifications refer to. */
export const TEMPLATES = {
  order: {
    name: 'Sold from the workshop',
    category: 'sales',
    type: 'purchase',
    // Without a fallback for the place: an order whose place visitors may not know is worded without one.
    settings: { message: '{{name|Somebody}} from {{city}} bought the {{product|latest piece}}' },
  },
  shown: {
    name: 'Shown today',
    category: 'live-activity',
    type: 'visitors',
    settings: {
      message: 'Our notifications were shown {{value}} times today',
      aggregate: { measure: 'displays', window: 'day', floor: 5 },
    },
  },
  sale: {
    name: 'Workshop sale',
    category: 'discounts',
    type: 'discount',
    settings: {
      title: 'Workshop sale',
      message: '{{count|10}}% off {{product|everything}} while we make room',
      code: 'WORKSHOP10',
    },
    // Sales are dark, whatever the rest of the shop looks like.
    customization: {
      brandColors: {
        primaryColor: '#f0b26b',
        textColor: '#f7f1e6',
        backgroundColor: '#2c211a',
        linkColor: '#f0b26b',
        borderColor: '#4a382c',
      },
    },
    // Whoever is about to leave, or has looked around for 20 seconds.
    displayRules: {
      match: 'any',
      conditions: [
        { type: 'exit', operator: 'happened' },
        { type: 'time', operator: 'at-least', value: 20 },
      ],
    },
  },
} as const satisfies Record<string, CreateTemplateInput>;

export type TemplateKey = keyof typeof TEMPLATES;
