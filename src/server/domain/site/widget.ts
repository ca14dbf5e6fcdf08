// Widgets: one per site, with settings of which only the owner's changes are stored.
import { pageOf } from '#shared/contract/text.ts';
import type { SettingsPatch, UpdateWidgetInput, Widget } from '#shared/contract/widget.ts';
import { MESSAGES } from '#shared/messages.ts';
import { isoNow } from '#shared/time.ts';
import { listWidgets as findWidgets, type StoredWidget, updateWidget as storeWidget } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { ownSite, ownWidget, ownWidgetOfSite, type VerifiedActor } from '../access.ts';
import { renewEpoch } from '../effect/epochs.ts';
import { DomainError, invalid } from '../errors.ts';
import { mergePatch, withDefaults } from '../settings.ts';

/** @returns the widget as callers see it, defaults applied. */
async function toWidget(
  deps: Pick<Deps, 'texts'>,
  { settings: stored, revision, ...widget }: StoredWidget,
): Promise<Widget> {
  const settings = withDefaults(stored);
  const styleSheet = await deps.texts.readStyleSheet(settings.appearance.customCSS);
  return { ...widget, settings: { ...settings, revision }, styleSheet };
}

/** @returns one page of the caller's widgets, optionally of one site only. */
export async function listWidgets(
  deps: Deps,
  actor: VerifiedActor,
  input: { siteId?: string | undefined; page?: number | undefined; limit?: number | undefined },
) {
  const { page, limit, offset } = pageOf(input);
  const { widgets, total } = await findWidgets(deps.db, actor.userId, { siteId: input.siteId, limit, offset });
  return { widgets: await Promise.all(widgets.map((widget) => toWidget(deps, widget))), page, limit, total };
}

/** @throws not-found */
export const getWidget = async (deps: Deps, actor: VerifiedActor, id: string): Promise<Widget> =>
  toWidget(deps, await ownWidget(deps.db, actor, id));

/** @returns the widget of a site. @throws not-found */
export const getWidgetOfSite = async (deps: Deps, actor: VerifiedActor, siteId: string): Promise<Widget> =>
  toWidget(deps, await ownWidgetOfSite(deps.db, actor, siteId));

/** Renames the widget or switches it on or off. @throws not-found */
export async function updateWidget(deps: Deps, actor: VerifiedActor, input: UpdateWidgetInput): Promise<Widget> {
  const widget = await ownWidget(deps.db, actor, input.id);
  const { id: _id, ...changes } = input;
  const changed = await deps.db.transaction().execute(async (db) => {
    const stored = await storeWidget(db, widget, { ...changes, updatedAt: isoNow(deps.clock) });
    // Paused by the guard, it is measured anew from here on.
    if (stored && input.isActive === true) await renewEpoch(deps, db, await ownSite(db, actor, stored.siteId));
    return stored;
  });
  if (!changed) throw new DomainError('not-found', MESSAGES.widgetNotFound);
  deps.embedChanges.changed(changed.siteId);
  return toWidget(deps, changed);
}

/** @throws validation naming `field` when the style sheet contains anything that must not reach a visitor's page. */
export async function checkCss(deps: Pick<Deps, 'texts'>, css: string | undefined, field: string): Promise<void> {
  const { issue } = await deps.texts.readStyleSheet(css ?? '');
  if (issue) throw invalid(field, issue);
}

/**
 * Merges a patch into the settings: given keys replace, missing keys stay. Concurrent saves of different keys all
 * succeed, because a save that finds the widget changed since it was read merges again.
 * @throws not-found; validation
 */
export async function saveSettings(
  deps: Deps,
  actor: VerifiedActor,
  input: { id: string; settings: SettingsPatch },
): Promise<Widget> {
  await checkCss(deps, input.settings.appearance?.customCSS, 'settings.appearance.customCSS');
  let saved: StoredWidget | undefined;
  while (!saved) {
    const widget = await ownWidget(deps.db, actor, input.id);
    const settings = mergePatch(widget.settings, input.settings);
    saved = await storeWidget(deps.db, widget, { settings, updatedAt: isoNow(deps.clock) }, widget.revision);
  }
  deps.embedChanges.changed(saved.siteId);
  return toWidget(deps, saved);
}
