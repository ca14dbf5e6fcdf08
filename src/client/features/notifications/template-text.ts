// What templates are called, which of their variables have values, and how they look before they have any. Pure.
import { wordAggregate } from '#shared/aggregate-wording.ts';
import { TEMPLATE_CATEGORIES, type Template } from '#shared/contract/template.ts';
import { contentOf, type EmbedNotification } from '#shared/embed/payload.ts';
import { type FilledVariable, fillTemplateText, parseTemplateText, TEMPLATE_VARIABLES } from '#shared/template-text.ts';
import { sampleValueOf } from './aggregate-words.ts';
import { type Draft, previewOf } from './describe.ts';

export const CATEGORY_LABELS: Record<Template['category'], string> = {
  sales: 'Sales',
  signups: 'Sign-ups',
  reviews: 'Reviews',
  'live-activity': 'Live activity',
  'low-stock': 'Low stock',
  announcements: 'Announcements',
  discounts: 'Discounts',
  milestones: 'Milestones',
};

const FILLED_VARIABLES = TEMPLATE_VARIABLES.filter((variable) => variable !== 'time');

export type VariableValues = Record<FilledVariable, string>;
export const NO_VALUES: VariableValues = { name: '', city: '', product: '', count: '' };

/** @returns whether a text has variables, which only templates fill. */
export const hasVariables = (text: string): boolean => parseTemplateText(text).some((part) => typeof part !== 'string');

export type UsedVariable = {
  variable: FilledVariable;
  /** What is said without a value, each once; '' says nothing. */
  fallbacks: string[];
  /** Whether somewhere in the texts there is no fallback. */
  isRequired: boolean;
};

/** @returns the variables of the texts that a value can fill, each once. */
export function variablesIn(...texts: string[]): UsedVariable[] {
  const parts = texts.flatMap(parseTemplateText).filter((part) => typeof part !== 'string');
  return FILLED_VARIABLES.flatMap((variable) => {
    const fallbacks = parts.filter((part) => part.variable === variable).map(({ fallback }) => fallback);
    if (fallbacks.length === 0) return [];
    const written = fallbacks.filter((fallback) => fallback !== null);
    return [{ variable, fallbacks: [...new Set(written)], isRequired: written.length < fallbacks.length }];
  });
}

/** Always these two: every fallback for them stands in for a person or a place. */
const SAMPLES = { name: 'Ana', city: 'Lisbon' };
/** Only where there is no fallback, since a fallback is what most notifications will say. */
const SAMPLES_WITHOUT_FALLBACK: Partial<Record<FilledVariable, string>> = { product: 'Oak Desk', count: '12' };

function sampleText(text: string): string {
  const { missing } = fillTemplateText(text, SAMPLES);
  const needed = Object.fromEntries(missing.map((variable) => [variable, SAMPLES_WITHOUT_FALLBACK[variable]]));
  return fillTemplateText(text, { ...SAMPLES, ...needed }).text;
}

/** @returns a notification made from a template, with sample values where it has no fallback. */
export function sampleOf(
  { id, type, settings }: Pick<Template, 'id' | 'type' | 'settings'>,
  timestamp: string,
): EmbedNotification {
  const { aggregate, message, title = null } = settings;
  if (aggregate) {
    const worded = { ...aggregate, message, title };
    const words = wordAggregate(worded, sampleValueOf(aggregate), 'en');
    const { url = null, image = null } = settings;
    return previewOf({ ...{ url, image }, ...words, id, type, timestamp, aggregate: worded });
  }
  const texts = { message: sampleText(message), title: sampleText(title ?? '') };
  return previewOf({ ...contentOf(settings), ...texts, id, type, timestamp });
}

/** @returns the start of a notification made from a template: its variables are still to be filled. */
export function draftOf(template: Template): Draft {
  const { type, name, settings, customization, displayRules } = template;
  return {
    ...contentOf(settings),
    message: settings.message,
    type,
    name,
    appearance: Object.keys(customization).length > 0 ? customization : null,
    rules: displayRules.conditions?.length ? displayRules : null,
    template,
  };
}

/** `yours` are the owner's own; a category has built-in ones and own ones. */
export type TemplateFilter = 'all' | 'yours' | Template['category'];

export const isInFilter = (template: Template, filter: TemplateFilter): boolean =>
  filter === 'all' || (filter === 'yours' ? !template.isBuiltIn : template.category === filter);

/** @returns the owner's own first, as they came, then the built-in ones by category. */
export function inOrder(templates: Template[]): Template[] {
  const own = templates.filter(({ isBuiltIn }) => !isBuiltIn);
  const builtIn = templates.filter(({ isBuiltIn }) => isBuiltIn);
  return [...own, ...TEMPLATE_CATEGORIES.flatMap((category) => builtIn.filter((one) => one.category === category))];
}

/** @returns the templates that contain every word of `search`, in their original order. */
export function searchTemplates(templates: Template[], search: string): Template[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter(({ name, category, settings }) => {
    const text = [name, CATEGORY_LABELS[category], settings.title, settings.message].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
