// "Why don't I see it?": a signed link to an owner's page, valid for ten minutes, and the data for the inspector that
// opens there. The link itself is the authorization, because the page is on another origin, without a session. It may
// carry draft settings, which the page then shows to whoever has the link, and to nobody else.

import { heldBackBecause } from '#shared/aggregate-wording.ts';
import { aggregateSchema, computedSchema } from '#shared/contract/aggregate.ts';
import type { InspectionLink, InspectionLinkInput } from '#shared/contract/inspection.ts';
import type { SettingsPatch } from '#shared/contract/widget.ts';
import { type GoneDraft, INSPECTION_PARAMETER, type Inspection } from '#shared/embed/inspection.ts';
import type { CompactPayload, EmbedPayload } from '#shared/embed/payload.ts';
import { GONE_DRAFT_LIFE, INSPECTION_LIFE, isAllowedHost } from '#shared/embed/protocol.ts';
import { MESSAGES } from '#shared/messages.ts';
import { CLOCK_SKEW, isoOf } from '#shared/time.ts';
import { type DraftEnds, deleteOldDrafts, findDraft, insertDraft } from '../../db/draft-settings.ts';
import { type EmbedSource, findInspection, type LiveNotification } from '../../db/embed.ts';
import { hashOf } from '../../db/hash.ts';
import { domainsOf } from '../../db/sites.ts';
import type { StoredSettings } from '../../db/widgets.ts';
import type { Deps } from '../../deps.ts';
import { makeTurns } from '../../turns.ts';
import { ownSite, type VerifiedActor } from '../access.ts';
import { invalid, refuseIfSiteGone } from '../errors.ts';
import { type FullSettings, mergePatch, rulesOf, withDefaults } from '../settings.ts';
import {
  buildPayload,
  isAllowedOrigin,
  type Origin,
  ownStyle,
  sentAt,
  toEmbedNotification,
  withSafeStyles,
} from './embed.ts';
import { checkCss } from './widget.ts';

/** Enough random bytes to make every token unique. */
const DRAFT_ID_BYTES = 12;

/** The most that can be left of a link. One with more is from before the clock was set back, and is over. */
const LEFT_MAX = INSPECTION_LIFE + CLOCK_SKEW;

const currentEnds = (now: number): DraftEnds => ({
  after: isoOf(now),
  until: isoOf(now + LEFT_MAX),
});

/** Deletes draft settings of links that have ended, of any site. */
export const purgeOldDrafts = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopping?: AbortSignal) =>
  deleteOldDrafts(db, currentEnds(clock.now()), stopping);

type LinkDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'texts' | 'tokens'>;

/**
 * @param url of a page. Its own fragment keeps working: a route keeps its path and query, and a text fragment stays
 * last.
 * @returns the URL with the token in its fragment, replacing an earlier token.
 */
export function withInspection(url: string, token: string): string {
  const address = new URL(url);
  const [, before = '', directive = ''] = /^#?(.*?)(:~:.*)?$/s.exec(address.hash) ?? [];
  const old = new RegExp(`(^|[?&])${INSPECTION_PARAMETER}=[^&]*&?`);
  const own = before.replace(old, '$1').replace(/[?&]$/, '');
  const isRoute = /^!?\//.test(own);
  const joint = own === '' ? '' : isRoute && !own.includes('?') ? '?' : '&';
  address.hash = `${own}${joint}${INSPECTION_PARAMETER}=${token}${directive}`;
  return address.href;
}

/**
 * @returns the owner's page with a fresh token.
 * @throws not-found; validation for draft settings that a save would refuse, and for a page where the widget may not run
 */
export async function makeInspectionLink(
  deps: Deps,
  actor: VerifiedActor,
  { id, url, settings }: InspectionLinkInput,
): Promise<InspectionLink> {
  const site = await ownSite(deps.db, actor, id);
  if (settings && !isAllowedHost(new URL(url).hostname, domainsOf(site))) throw invalid('url', MESSAGES.notYourDomain);
  await checkCss(deps, settings?.appearance?.customCSS, 'settings.appearance.customCSS');
  const { token, expiresAt: end } = deps.tokens.signInspection(site.id, settings && deps.ids.secret(DRAFT_ID_BYTES));
  const expiresAt = isoOf(end);
  if (settings) {
    const draft = { tokenHash: hashOf(token), settings: mergePatch({}, settings), expiresAt };
    await insertDraft(deps.db, site, draft, currentEnds(deps.clock.now())).catch(refuseIfSiteGone);
  }
  return { url: withInspection(url, token), expiresAt };
}

/**
 * @returns when the link expires (ms) and its draft settings, undefined if it never had any; 'gone' when it had some
 * that are deleted by now; null for a token that is not this site's or has expired. Anyone can put any token into a link
 * to the owner's page, so nobody can tell these apart.
 */
async function readLink({ db, clock, tokens }: LinkDeps, siteId: string, token: string) {
  const signed = tokens.readInspection(siteId, token);
  if (!signed) return null;
  const { expiresAt, hasDraft } = signed;
  const left = expiresAt - clock.now();
  if (left > LEFT_MAX) return null;
  if (!hasDraft) return left > 0 ? { expiresAt, draft: undefined } : null;
  const draft = left > 0 ? await findDraft(db, siteId, hashOf(token)) : undefined;
  if (draft !== undefined) return { expiresAt, draft };
  // Whoever opens the link to see the draft must not take the saved settings for it.
  return left > -GONE_DRAFT_LIFE ? 'gone' : null;
}

/** @param draft as stored; like saved settings, it is checked for what may reach a page when it is used. */
const withDraft = ({ site, notifications }: EmbedSource, draft: unknown): EmbedSource => ({
  site: { ...site, settings: mergePatch((site.settings ?? {}) as StoredSettings, (draft ?? {}) as SettingsPatch) },
  notifications,
});

/**
 * @param origin of the requesting page.
 * @param form the language of the compact form; undefined is the full one.
 * @returns the payload with the link's draft settings, otherwise as visitors get it; undefined for a link without any,
 * for one whose draft is gone, and on a page where the widget may not run; null for a link that isn't valid.
 */
export async function draftPayload(
  deps: LinkDeps,
  siteId: string,
  token: string,
  origin: string | undefined,
  form: string | undefined,
): Promise<EmbedPayload | CompactPayload | undefined | null> {
  const link = await readLink(deps, siteId, token);
  if (!link) return null;
  if (link === 'gone' || link.draft === undefined) return undefined;
  const stored = await findInspection(deps.db, siteId);
  if (!stored) return null;
  if (!isAllowedOrigin(origin, domainsOf(stored.site))) return undefined;
  const { site, notifications } = withDraft(stored, link.draft);
  const active = notifications.filter(({ status, isHeldBack }) => status === 'active' && !isHeldBack);
  const now = deps.clock.now();
  const shown = { site, notifications: active };
  const source = await withSafeStyles(deps.texts, shown, sentAt(shown, now));
  const embedToken = deps.tokens.signEmbed(siteId, now);
  const { full, compact, wordsFor } = await buildPayload(source, now, embedToken, deps.config.publicUrl);
  if (form === undefined) return { ...full, isDraft: true };
  const words = wordsFor(form);
  return { ...compact, widget: { ...compact.widget, ...(words && { words }) }, isDraft: true };
}

/** Unlike a payload, it has uncompiled rules, for explaining them, and each notification's own style. */
function toInspected(
  notification: LiveNotification,
  settings: FullSettings,
  origin: Origin,
): Inspection['notifications'][number] {
  // Compiling rules takes as long as all the rest.
  const { rules: _none, ...rest } = toEmbedNotification({ ...notification, rules: null }, settings, origin);
  const { rules, name, status, isHeldBack } = notification;
  const aggregate = isHeldBack ? aggregateSchema.safeParse(notification.aggregate).data : undefined;
  const computed = computedSchema.safeParse(notification.computed).data;
  return {
    ...rest,
    ...(rules !== null && { rules: rulesOf(rules) }),
    style: ownStyle(notification, settings),
    name,
    status,
    // What another version stored may say nothing to this one, and still doesn't show.
    ...(isHeldBack && { heldBack: aggregate && computed ? heldBackBecause(aggregate, computed) : 'Not computed yet' }),
  };
}

/**
 * @param token from the link.
 * @returns the whole widget, including notifications that visitors' payloads leave out; null for a link that isn't
 * valid, and for a site that is gone.
 */
export async function inspect(deps: LinkDeps, siteId: string, token: string): Promise<Inspection | GoneDraft | null> {
  const link = await readLink(deps, siteId, token);
  const stored = link && (await findInspection(deps.db, siteId));
  if (!stored) return null;
  if (link === 'gone') return { isGone: true };
  const source = await withSafeStyles(deps.texts, withDraft(stored, link.draft));
  const { id, name, domains, timezone, isActive } = source.site;
  const settings = withDefaults(source.site.settings);
  const { behavior, rules } = settings;
  const origin = { siteId: id, siteName: name, publicUrl: deps.config.publicUrl };
  const notifications: Inspection['notifications'] = [];
  const turn = makeTurns();
  for (const notification of source.notifications) {
    notifications.push(toInspected(notification, settings, origin));
    await turn();
  }
  return {
    site: { id, name, domains, timezone },
    widget: { isActive, behavior, rules },
    notifications,
    expiresAt: isoOf(link.expiresAt),
    isDraft: link.draft !== undefined,
  };
}
