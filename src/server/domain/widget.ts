// Widgets: one a site, with settings of which only the owner's changes are stored.

import { z } from 'zod';
import { rulesPatch } from '#shared/contract/rules.ts';
import { pageOf } from '#shared/contract/text.ts';
import {
  appearancePatch,
  behaviorPatch,
  type SettingsPatch,
  type UpdateWidgetInput,
  type Widget,
} from '#shared/contract/widget.ts';
import { fromFlag, fromJson, given, toFlag, toJson } from '../db/codecs.ts';
import {
  bumpWidget,
  listWidgets as listRows,
  storeSettings,
  updateWidget as updateRow,
  type WidgetRow,
} from '../db/widgets.ts';
import type { Deps } from '../deps.ts';
import { ownWidget, ownWidgetOfSite, type VerifiedActor } from './access.ts';
import { DomainError, invalid } from './errors.ts';
import { mergePatch, withDefaults } from './settings.ts';

const storedSettings = z.object({
  appearance: appearancePatch.optional(),
  behavior: behaviorPatch.optional(),
  rules: rulesPatch.optional(),
});

/** @returns the widget as callers see it, defaults applied. */
export function toWidget(row: WidgetRow): Widget {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    type: row.type,
    isActive: fromFlag(row.is_active),
    settings: { ...withDefaults(fromJson(storedSettings, row.settings)), revision: row.revision },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** @returns one page of the caller's widgets; of one site when asked. */
export async function listWidgets(
  deps: Deps,
  actor: VerifiedActor,
  input: { siteId?: string | undefined; page?: number | undefined; limit?: number | undefined },
) {
  const { page, limit, offset } = pageOf(input);
  const { rows, total } = await listRows(deps.db, actor.userId, { siteId: input.siteId, limit, offset });
  return { widgets: rows.map(toWidget), page, limit, total };
}

/** @throws not-found */
export const getWidget = async (deps: Deps, actor: VerifiedActor, id: string): Promise<Widget> =>
  toWidget(await ownWidget(deps.db, actor, id));

/** @returns the widget of a site. @throws not-found */
export const getWidgetOfSite = async (deps: Deps, actor: VerifiedActor, siteId: string): Promise<Widget> =>
  toWidget(await ownWidgetOfSite(deps.db, actor, siteId));

const gone = () => new DomainError('not-found', 'Widget not found');

/** Renames the widget or switches it on or off. @throws not-found */
export async function updateWidget(deps: Deps, actor: VerifiedActor, input: UpdateWidgetInput): Promise<Widget> {
  const widget = await ownWidget(deps.db, actor, input.id);
  const row = await updateRow(deps.db, widget, {
    ...given({ name: input.name, is_active: input.isActive === undefined ? undefined : toFlag(input.isActive) }),
    updated_at: new Date(deps.clock.now()).toISOString(),
  });
  if (!row) throw gone();
  deps.embedChanges.changed(row.site_id);
  return toWidget(row);
}

/** @throws validation naming `field` when the style sheet holds what may not stand on a visitor's page. */
export async function checkCss(deps: Pick<Deps, 'texts'>, css: string | undefined, field: string): Promise<void> {
  const fault = css ? await deps.texts.cssFault(css) : null;
  if (fault) throw invalid(field, fault);
}

/**
 * Merges a patch into the settings: given keys replace, missing keys stay. Two savers of different keys lose nothing,
 * because the row is locked before it is read.
 * @throws not-found; validation
 */
export async function saveSettings(
  deps: Deps,
  actor: VerifiedActor,
  input: { id: string; settings: SettingsPatch },
): Promise<Widget> {
  await checkCss(deps, input.settings.appearance?.customCSS, 'settings.appearance.customCSS');
  const { revision: _ignored, ...patch } = input.settings;
  const now = new Date(deps.clock.now()).toISOString();
  const widget = await deps.db.transaction().execute(async (db) => {
    const owned = await ownWidget(db, actor, input.id);
    const locked = await bumpWidget(db, owned, now);
    if (!locked) throw gone();
    const settings = mergePatch(fromJson(storedSettings, locked.settings), patch);
    const row = await storeSettings(db, owned, toJson(settings));
    if (!row) throw gone();
    return toWidget(row);
  });
  deps.embedChanges.changed(widget.siteId);
  return widget;
}
