// Templates: built-in ones, which everybody may use and clone, and an owner's own. A notification made from one copies
// its texts, appearance and rules, and no longer depends on it.
import { aggregateTextIssue } from '#shared/aggregate-wording.ts';
import { type Aggregate, TYPES_OF_MEASURE } from '#shared/contract/aggregate.ts';
import type { Notification } from '#shared/contract/notification.ts';
import type {
  CreateFromTemplateInput,
  CreateTemplateInput,
  CustomData,
  ListTemplatesInput,
  Template,
  TemplateList,
} from '#shared/contract/template.ts';
import { pageOf } from '#shared/contract/text.ts';
import { contentOf } from '#shared/embed/payload.ts';
import { EVENT_MESSAGES } from '#shared/event-messages.ts';
import { COUNT_MAX, MESSAGE_MAX, TEMPLATES_MAX, TITLE_MAX } from '#shared/limits.ts';
import { MESSAGES } from '#shared/messages.ts';
import { type FilledVariable, fillTemplateText } from '#shared/template-text.ts';
import { isoNow } from '#shared/time.ts';
import { leaveTemplate } from '../../db/sources.ts';
import {
  countTemplates,
  countUses,
  listTemplates as findTemplates,
  insertTemplate,
  deleteTemplate as removeTemplate,
  type StoredTemplate,
} from '../../db/templates.ts';
import { lockUser } from '../../db/users.ts';
import type { Deps } from '../../deps.ts';
import { ownTemplate, readableTemplate, templateNotFound, usableTemplate, type VerifiedActor } from '../access.ts';
import { DomainError, invalid } from '../errors.ts';
import { checkCss } from '../site/widget.ts';
import { existing } from '../user.ts';
import { copyName } from './copy-name.ts';
import { addNotification, cleanContent } from './notification.ts';

/** @returns the template as callers see it. */
const toTemplate = ({ ownerId, searchText: _search, createdAt, updatedAt, ...template }: StoredTemplate): Template => ({
  ...template,
  isBuiltIn: ownerId === null,
  createdAt,
  updatedAt,
});

/** Migrations write the same for the built-in ones. */
const searchTextOf = (text: string) => text.normalize('NFKC').toLowerCase();

/** @returns one page of the caller's own templates and the built-in ones; only active ones unless asked for others. */
export async function listTemplates(
  deps: Deps,
  actor: VerifiedActor,
  input: ListTemplatesInput,
): Promise<TemplateList> {
  const { page, limit, offset } = pageOf(input);
  const { templates, total } = await findTemplates(deps.db, actor.userId, {
    status: input.status ?? 'active',
    category: input.category,
    search: searchTextOf(input.search?.trim() ?? ''),
    limit,
    offset,
  });
  const ids = templates.map(({ id }) => id);
  const uses = input.includeUsage ? await countUses(deps.db, actor.userId, ids) : null;
  const withUsage = (template: Template) => (uses ? { ...template, usageCount: uses.get(template.id) ?? 0 } : template);
  return { templates: templates.map(toTemplate).map(withUsage), page, limit, total };
}

/** @throws not-found */
export const getTemplate = async (deps: Deps, actor: VerifiedActor, id: string): Promise<Template> =>
  toTemplate(await readableTemplate(deps.db, actor, id));

type NewTemplate = Pick<
  Template,
  'name' | 'category' | 'status' | 'type' | 'settings' | 'customization' | 'displayRules'
>;

/** @throws conflict when the owner has too many */
async function addTemplate(deps: Deps, actor: VerifiedActor, template: NewTemplate): Promise<Template> {
  const now = isoNow(deps.clock);
  const stored: StoredTemplate = {
    ...template,
    id: deps.ids.next(),
    ownerId: actor.userId,
    searchText: searchTextOf(`${template.name}\n${template.settings.message}`),
    createdAt: now,
    updatedAt: now,
  };
  await deps.db.transaction().execute(async (db) => {
    // Lock first, or calls at the same moment could all take the last place.
    existing(await lockUser(db, actor.userId));
    if ((await countTemplates(db, actor.userId)) >= TEMPLATES_MAX) {
      throw new DomainError('conflict', `You can have at most ${TEMPLATES_MAX} templates. Delete one first`);
    }
    await insertTemplate(db, stored);
  });
  return toTemplate(stored);
}

/** @throws validation when nothing is left of the name or the message; conflict when the caller has too many */
export async function createTemplate(deps: Deps, actor: VerifiedActor, input: CreateTemplateInput): Promise<Template> {
  const { customization = {}, displayRules = {}, status = 'active', category, type } = input;
  await checkCss(deps, customization.customCSS, 'customization.customCSS');
  const name = deps.texts.toPlain(input.name);
  if (name === '') throw invalid('name', 'Enter a name. HTML tags are removed');
  const { aggregate } = input.settings;
  const content = Object.entries(cleanContent(deps, input.settings)).filter(([, value]) => value !== null);
  const settings = { ...Object.fromEntries(content), ...(aggregate && { aggregate }) } as Template['settings'];
  if (!settings.message) throw invalid('settings.message', 'Enter a message. HTML tags are removed');
  if (settings.aggregate) checkAggregate(type, settings, settings.aggregate);
  const example = { name: 'x', city: 'x', product: 'x', count: 'x' };
  if (fillTemplateText(settings.message, example).text === '') {
    throw invalid('settings.message', 'Enter more than {{time}}, which the widget shows on a line of its own');
  }
  return addTemplate(deps, actor, { name, category, status, type, settings, customization, displayRules });
}

/** Copies a template, built-in or the caller's own; the copy is active. @throws not-found; validation; conflict when there are too many */
export async function cloneTemplate(
  deps: Deps,
  actor: VerifiedActor,
  input: { id: string; name?: string | undefined },
): Promise<Template> {
  const { category, type, settings, customization, displayRules, ...template } = await readableTemplate(
    deps.db,
    actor,
    input.id,
  );
  const name = input.name === undefined ? copyName(template.name) : deps.texts.toPlain(input.name);
  if (name === '') throw invalid('name', 'Enter a name. HTML tags are removed');
  return addTemplate(deps, actor, { name, category, status: 'active', type, settings, customization, displayRules });
}

/**
 * Notifications made from it stay. Those of events follow their source, which goes back to our own words.
 * @throws not-found; forbidden for a built-in template
 */
export async function deleteTemplate(deps: Deps, actor: VerifiedActor, id: string): Promise<void> {
  const template = await ownTemplate(deps.db, actor, id);
  const sites = await deps.db.transaction().execute(async (db) => {
    const left = await leaveTemplate(db, template, isoNow(deps.clock));
    if (!(await removeTemplate(db, template))) throw templateNotFound();
    return left;
  });
  await Promise.all(sites.map((siteId) => deps.projector.changed(siteId)));
}

/** @returns the template's texts with the values in them. @throws validation */
function fillSettings(
  deps: Deps,
  { message, title }: Template['settings'],
  { time: _time, ...customData }: CustomData,
) {
  // Values are cleaned one by one. Cleaning the filled text would decode entities a second time.
  const values = Object.fromEntries(
    Object.entries(customData).map(([variable, value]) => [variable, deps.texts.toPlain(String(value ?? ''))]),
  ) as Partial<Record<FilledVariable, string>>;
  const filled = { message: fillTemplateText(message, values), title: fillTemplateText(title ?? '', values) };
  const missing = [...new Set([...filled.title.missing, ...filled.message.missing])];
  if (missing.length > 0) {
    const fields = missing.map((variable) => ({
      field: `customData.${variable}`,
      message: 'Required: the template has no fallback for it',
    }));
    throw new DomainError('validation', MESSAGES.validation, { fields });
  }
  if (filled.message.text === '') throw invalid('customData', 'The message would be empty');
  if (filled.message.text.length > MESSAGE_MAX) {
    throw invalid('customData', `The message would have more than ${MESSAGE_MAX} characters`);
  }
  if (filled.title.text.length > TITLE_MAX) {
    throw invalid('customData', `The title would have more than ${TITLE_MAX} characters`);
  }
  return { message: filled.message.text, title: filled.title.text || null };
}

const textsOf = ({ message, title }: Template['settings']) => ({ message, title: title ?? null });

/** @throws validation when a computed number can't be told so: another type, a typed number, or a variable it has no value for */
function checkAggregate(type: Template['type'], settings: Template['settings'], aggregate: Aggregate): void {
  const { rating, code, count, message, title = '' } = settings;
  const types: readonly Template['type'][] = TYPES_OF_MEASURE[aggregate.measure];
  const issues = [
    { field: 'type', message: types.includes(type) ? null : EVENT_MESSAGES.wrongType },
    { field: 'settings.message', message: aggregateTextIssue(message, aggregate) },
    { field: 'settings.title', message: aggregateTextIssue(title, aggregate) },
    ...Object.entries({ rating, code, count }).map(([field, value]) => ({
      field: `settings.${field}`,
      message: value === undefined ? null : EVENT_MESSAGES.notComputed,
    })),
  ];
  const fields = issues.flatMap(({ field, message }) => (message === null ? [] : [{ field, message }]));
  if (fields.length > 0) throw new DomainError('validation', MESSAGES.validation, { fields });
}

/** @returns the number that is given for `{{count}}`, if it is one. */
function countOf({ count }: CustomData): number | undefined {
  const number = /^\d{1,10}$/.test(`${count}`) ? Number(count) : undefined;
  return number !== undefined && number <= COUNT_MAX ? number : undefined;
}

/**
 * Makes a notification from a template. A whole number given for the count also replaces the template's own count.
 * @throws not-found; validation; conflict when the template is inactive or the widget is full
 */
export async function createFromTemplate(
  deps: Deps,
  actor: VerifiedActor,
  { widgetId, templateId, customData = {} }: CreateFromTemplateInput,
): Promise<Notification> {
  const template = await usableTemplate(deps.db, actor, templateId);
  const { aggregate } = template.settings;
  if (aggregate && Object.keys(customData).length > 0) throw invalid('customData', EVENT_MESSAGES.noValues);
  const { type, name, settings, customization, displayRules } = template;
  const count = settings.count === undefined ? undefined : (countOf(customData) ?? settings.count);
  return addNotification(
    deps,
    actor,
    widgetId,
    {
      ...contentOf(settings),
      // What is computed is written in once it is stored, and until then nobody gets it.
      ...(aggregate ? textsOf(settings) : fillSettings(deps, settings, customData)),
      ...(count !== undefined && { count }),
      ...(customData.time !== undefined && { timestamp: new Date(customData.time).toISOString() }),
      type,
      name,
      metadata: { templateId },
      appearance: Object.keys(customization).length > 0 ? customization : null,
      rules: displayRules.conditions?.length ? displayRules : null,
    },
    { source: 'template', templateId, aggregate: aggregate ? { ...aggregate, ...textsOf(settings) } : null },
  );
}
