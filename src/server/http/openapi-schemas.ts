// JSON Schema of the contract for OpenAPI: what several calls share has a name and is written once, and fields say what
// they mean.
import { z } from 'zod';
import { userSchema } from '#shared/contract/account.ts';
import { apiKeySchema, newApiKeySchema } from '#shared/contract/api-key.ts';
import { planSchema } from '#shared/contract/billing.ts';
import { effectSchema } from '#shared/contract/effect.ts';
import { goalSchema } from '#shared/contract/goal.ts';
import { imageSchema } from '#shared/contract/image.ts';
import { deletedNotificationSchema, notificationSchema } from '#shared/contract/notification.ts';
import { registrationSchema } from '#shared/contract/registration.ts';
import { conditionSchema, rulesPatch, rulesSchema } from '#shared/contract/rules.ts';
import { sessionSchema } from '#shared/contract/session.ts';
import { siteSchema } from '#shared/contract/site.ts';
import { accountStatsSchema, siteCostSchema, siteStatsSchema, siteSummarySchema } from '#shared/contract/stats.ts';
import { templateSchema } from '#shared/contract/template.ts';
import {
  appearancePatch,
  appearanceSchema,
  behaviorSchema,
  settingsPatch,
  settingsSchema,
  widgetSchema,
} from '#shared/contract/widget.ts';
import { noteOf } from './field-notes.ts';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  description?: string;
  examples?: unknown[];
  [key: string]: unknown;
};

/** The schemas with a name; `#/components/schemas/<name>` in the description. */
const NAMED: Record<string, z.ZodType> = {
  Notification: notificationSchema,
  DeletedNotification: deletedNotificationSchema,
  Site: siteSchema,
  Widget: widgetSchema,
  Settings: settingsSchema,
  SettingsPatch: settingsPatch,
  Appearance: appearanceSchema,
  AppearancePatch: appearancePatch,
  Behavior: behaviorSchema,
  Rules: rulesSchema,
  RulesPatch: rulesPatch,
  Condition: conditionSchema,
  Template: templateSchema,
  Image: imageSchema,
  SiteStats: siteStatsSchema,
  AccountStats: accountStatsSchema,
  SiteSummary: siteSummarySchema,
  SiteCost: siteCostSchema,
  Goal: goalSchema,
  Effect: effectSchema,
  ApiKey: apiKeySchema,
  NewApiKey: newApiKeySchema,
  User: userSchema,
  Plan: planSchema,
  Registration: registrationSchema,
  Session: sessionSchema,
};
for (const [id, schema] of Object.entries(NAMED)) z.globalRegistry.add(schema, { id });

/** Whose notes describe a schema's fields: a patch has those of the whole. */
const nounOf = (name: string): string =>
  name
    .replace(/Patch$/, '')
    .replace(/^(?:Deleted|New)(?=[A-Z])/, '')
    .replace(/^Goal$/, 'Effect');

const REF = '#/components/schemas/';
/** @returns the name that a reference leads to. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Leads references to the components, and leaves out patterns beside a format that says the same. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const { $schema: _dialect, id, propertyNames: _names, ...rest } = value as JsonSchema;
  if (rest.format !== undefined) delete rest.pattern;
  if (rest.$ref) rest.$ref = REF + refName(rest.$ref);
  const tidied = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, tidy(child)]));
  // A property may be called id; what zod adds under that key is text.
  return typeof id === 'object' ? { id: tidy(id), ...tidied } : tidied;
}

/** Adds notes and examples to the fields of an object, and to those of objects inside it. @returns the same schema. */
export function describeFields(schema: JsonSchema, noun: string): JsonSchema {
  for (const [field, child] of Object.entries(schema.properties ?? {})) {
    const note = noteOf(noun, field);
    const isAnything = Object.keys(child).length === 0;
    if (note) {
      const [text, example] = note;
      if (text) child.description ??= text;
      if (example !== undefined) child.examples ??= [example];
    }
    // Last, because a field may be read in one call and be ignored in another.
    if (isAnything) {
      child.description = 'Accepted, so that a notification can be sent back as it came, and ignored.';
      delete child.examples;
    }
    if (child.properties) describeFields(child, noun);
    if (child.items) describeFields(child.items, noun);
  }
  return schema;
}

/**
 * Turns schemas of the contract into JSON Schema.
 * @returns `components`, which grows as schemas with a name are met, and the conversion.
 */
export function makeSchemas() {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
      // Inside another, because the outermost is never a reference.
      const whole = z.toJSONSchema(z.object({ inner: schema }), { io, unrepresentable: 'any' });
      for (const [name, definition] of Object.entries(whole.$defs ?? {})) {
        // Requests and responses differ only in the checks of texts, which requests have more of.
        if (components[name] && io === 'output') continue;
        components[name] = describeFields(tidy(definition) as JsonSchema, nounOf(name));
      }
      return tidy(whole.properties?.inner ?? {}) as JsonSchema;
    },
  };
}
