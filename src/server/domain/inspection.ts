// "Why don't I see it?": a signed link to an owner's page, valid for ten minutes, and the data for the inspector that
// opens there. The link itself is the authorization, because the page is on another origin, without a session.
import type { InspectionLink, InspectionLinkInput } from '#shared/contract/inspection.ts';
import { INSPECTION_PARAMETER, type Inspection } from '#shared/embed/inspection.ts';
import { findInspection, type LiveNotification } from '../db/embed.ts';
import type { Deps } from '../deps.ts';
import { ownSite, type VerifiedActor } from './access.ts';
import { ownStyle, toEmbedNotification, withSafeStyles } from './embed.ts';
import { type FullSettings, rulesOf, withDefaults } from './settings.ts';

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

/** @returns the owner's page with a fresh token. @throws not-found */
export async function makeInspectionLink(
  deps: Deps,
  actor: VerifiedActor,
  { id, url }: InspectionLinkInput,
): Promise<InspectionLink> {
  const site = await ownSite(deps.db, actor, id);
  const { token, expiresAt } = deps.tokens.signInspection(site.id);
  return { url: withInspection(url, token), expiresAt: new Date(expiresAt).toISOString() };
}

/** Unlike a payload, it has uncompiled rules, for explaining them, and each notification's own style. */
function toInspected(notification: LiveNotification, settings: FullSettings): Inspection['notifications'][number] {
  const { rules: _compiled, ...rest } = toEmbedNotification(notification, settings);
  const { rules, name, status } = notification;
  return {
    ...rest,
    ...(rules !== null && { rules: rulesOf(rules) }),
    style: ownStyle(notification, settings),
    name,
    status,
  };
}

/**
 * @param token from the link.
 * @returns the whole widget, including notifications that visitors' payloads leave out; null for a token that is not
 * this site's or has expired, and for a site that is gone. Anyone can put any token into a link to the owner's page, so
 * all of these are told apart by nobody.
 */
export async function inspect(
  { db, clock, texts, tokens }: Pick<Deps, 'db' | 'clock' | 'texts' | 'tokens'>,
  siteId: string,
  token: string,
): Promise<Inspection | null> {
  const expiresAt = tokens.readInspection(siteId, token);
  if (expiresAt === null || expiresAt <= clock.now()) return null;
  const stored = await findInspection(db, siteId);
  if (!stored) return null;
  const source = await withSafeStyles(texts, stored);
  const { id, name, domains, timezone, isActive } = source.site;
  const settings = withDefaults(source.site.settings);
  const { behavior, rules } = settings;
  return {
    site: { id, name, domains, timezone },
    widget: { isActive, behavior, rules },
    notifications: source.notifications.map((notification) => toInspected(notification, settings)),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
